import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.PrintStream;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Calls the three endpoints with nothing but the JDK (17 or newer): {@code java Client.java}, in a UTF-8 locale.
 *
 * <p>The JDK has no JSON, so FIELD reads the fields of a flat answer; use your JSON library in real code.
 */
public class Client {
    static final String TITLE = System.getenv("TITLE");
    static final String ACCESS_TOKEN = System.getenv("ACCESS_TOKEN");
    static final Pattern FIELD = Pattern.compile("\"(\\w+)\":(?:\"((?:[^\"\\\\]|\\\\.)*)\"|(-?\\d+))");
    static final HttpClient http = HttpClient.newHttpClient();
    static final PrintStream out = new PrintStream(System.out, true, UTF_8);

    public static void main(String[] args) throws Exception {
        var user = Map.of("access_token", ACCESS_TOKEN, "note", TITLE);
        var order = Map.of("out_order_id", System.getenv("ORDER_ID"), "note", TITLE);
        var goods = Map.of("access_token", ACCESS_TOKEN, "title", TITLE, "total_fee", "100", "pay_limit", "1");

        call("baseinfo", "GET", "/baseinfo", "query", user);
        call("goods", "POST", "/goods", "query", goods);
        call("goods", "POST", "/goods", "form", goods);
        call("payments/record", "GET", "/payments/record", "query", order);
    }

    static void call(String name, String method, String path, String transport, Map<String, String> unsigned)
            throws Exception {
        var params = new TreeMap<>(unsigned);
        params.put("plugin_id", System.getenv("PLUGIN_ID"));
        params.put("timestamp", String.valueOf(Instant.now().getEpochSecond()));
        params.put("sign", sign(encode(params)));

        var url = System.getenv("OPENPLUG_URL") + path;
        var request = transport.equals("query")
                ? HttpRequest.newBuilder(URI.create(url + "?" + encode(params)))
                        .method(method, BodyPublishers.noBody())
                : HttpRequest.newBuilder(URI.create(url))
                        .method(method, BodyPublishers.ofString(encode(params)))
                        .header("Content-Type", "application/x-www-form-urlencoded");
        var response = http.send(request.build(), BodyHandlers.ofString(UTF_8));

        var body = response.body();
        var isJson = body.startsWith("{");
        out.printf("{\"call\":\"%s %s\",\"status\":%d,\"body\":%s,\"signatureValid\":%s}%n",
                name, transport, response.statusCode(), isJson ? body.replace("\n", "") : quote(body), verify(body));
    }

    /** The string to sign: a TreeMap is sorted by name already. */
    static String encode(TreeMap<String, String> params) {
        return params.entrySet().stream()
                .map(param -> param.getKey() + "=" + URLEncoder.encode(param.getValue(), UTF_8))
                .collect(Collectors.joining("&"));
    }

    static String sign(String text) throws Exception {
        var mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(System.getenv("SECRET").getBytes(UTF_8), "HmacSHA256"));
        return HexFormat.of().formatHex(mac.doFinal(text.getBytes(UTF_8)));
    }

    /** Whether the answer is genuine; null when it is not a signed one. */
    static Boolean verify(String body) throws Exception {
        if (!body.contains("\"resource\":{")) return null;

        var resource = new TreeMap<String, String>();
        for (var field = FIELD.matcher(body); field.find(); ) {
            resource.put(field.group(1), field.group(2) != null ? field.group(2).translateEscapes() : field.group(3));
        }
        var sign = resource.remove("sign");

        // The service signs with PHP's encoding, which escapes "*"; URLEncoder leaves it bare.
        var expected = sign(encode(resource).replace("*", "%2A"));
        return MessageDigest.isEqual(expected.getBytes(UTF_8), sign.getBytes(UTF_8));
    }

    static String quote(String text) {
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"").replaceAll("\\p{Cntrl}", " ") + '"';
    }
}
