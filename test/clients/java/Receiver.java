import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpServer;
import java.net.InetSocketAddress;
import java.net.URLEncoder;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Receives callbacks with nothing but the JDK (17 or newer): {@code SECRET=… PORT=8000 java Receiver.java}.
 *
 * <p>The JDK has no JSON, so FIELD reads the fields of a flat message; use your JSON library in real code.
 */
public class Receiver {
    static final Pattern FIELD = Pattern.compile("\"(\\w+)\":(?:\"((?:[^\"\\\\]|\\\\.)*)\"|(-?\\d+))");

    public static void main(String[] args) throws Exception {
        var port = Integer.parseInt(System.getenv().getOrDefault("PORT", "8000"));
        var server = HttpServer.create(new InetSocketAddress("127.0.0.1", port), 0);
        server.createContext("/", exchange -> {
            var genuine = isGenuine(new String(exchange.getRequestBody().readAllBytes(), UTF_8));
            // A message can come more than once: here, act on the order_id unless that was done before.
            var answer = (genuine ? "SUCCESS" : "wrong signature").getBytes(UTF_8);
            exchange.sendResponseHeaders(genuine ? 200 : 401, answer.length);
            exchange.getResponseBody().write(answer);
            exchange.close();
        });
        server.start();
        System.out.println("listening on " + server.getAddress().getPort());
    }

    static boolean isGenuine(String body) {
        var resource = new TreeMap<String, String>();
        for (var field = FIELD.matcher(body); field.find(); ) {
            resource.put(field.group(1), field.group(2) != null ? field.group(2).translateEscapes() : field.group(3));
        }
        var sign = resource.remove("sign");
        var text = resource.entrySet().stream()
                .map(field -> field.getKey() + "=" + URLEncoder.encode(field.getValue(), UTF_8))
                .collect(Collectors.joining("&"));
        // The service signs with PHP's encoding, which escapes "*"; URLEncoder leaves it bare.
        return MessageDigest.isEqual(hmac(text.replace("*", "%2A")).getBytes(UTF_8), sign.getBytes(UTF_8));
    }

    static String hmac(String text) {
        try {
            var mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(System.getenv("SECRET").getBytes(UTF_8), "HmacSHA256"));
            return HexFormat.of().formatHex(mac.doFinal(text.getBytes(UTF_8)));
        } catch (java.security.GeneralSecurityException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
