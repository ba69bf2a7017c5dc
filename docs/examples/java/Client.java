import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Calls the three endpoints. */
public final class Client {
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);
    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    private final HttpClient http = HttpClient.newBuilder().connectTimeout(CONNECT_TIMEOUT).build();
    private final String baseUrl;
    private final String pluginId;
    private final List<String> secrets;

    /** @param secrets the newest first; it signs the requests */
    public Client(String baseUrl, String pluginId, List<String> secrets) {
        this.baseUrl = baseUrl;
        this.pluginId = pluginId;
        this.secrets = secrets;
    }

    /** Returns who the access token belongs to. Keep open_id beside your own user: it never changes, the token ends. */
    public Map<String, Object> baseInfo(String accessToken) throws IOException, InterruptedException {
        return verified(call("GET", "/baseinfo", Map.of("access_token", accessToken)));
    }

    /** Creates goods for one price, in fen, and returns their goods_id. A pay limit of 0 means: no limit. */
    public String createGoods(String accessToken, String title, int totalFeeFen, int payLimit)
            throws IOException, InterruptedException {
        var body = call("POST", "/goods", Map.of(
                "access_token", accessToken, "title", title, "total_fee", totalFeeFen, "pay_limit", payLimit));
        return (String) FlatJson.read(body).get("message");
    }

    /** Returns the order with this number, yours or the platform's. It is paid if its status is 10. */
    public Map<String, Object> paymentRecord(String orderNumber) throws IOException, InterruptedException {
        var order = verified(call("GET", "/payments/record", Map.of("out_order_id", orderNumber)));
        if (!orderNumber.equals(order.get("order_id")) && !orderNumber.equals(order.get("out_order_id"))) {
            throw new IOException("openplug answered with another order");
        }
        return order;
    }

    private String call(String method, String path, Map<String, ?> parameters)
            throws IOException, InterruptedException {
        var signed = new TreeMap<String, Object>(parameters);
        signed.put("plugin_id", pluginId);
        signed.put("timestamp", Instant.now().getEpochSecond());
        signed.put("sign", Openplug.sign(signed, secrets.get(0)));
        var form = Openplug.canonicalString(signed);
        var isGet = method.equals("GET");

        var request = HttpRequest.newBuilder(URI.create(baseUrl + path + (isGet ? "?" + form : "")))
                .timeout(TIMEOUT)
                .header("Content-Type", "application/x-www-form-urlencoded")
                .method(method, isGet ? BodyPublishers.noBody() : BodyPublishers.ofString(form))
                .build();
        HttpResponse<String> response;
        try {
            response = http.send(request, BodyHandlers.ofString(UTF_8));
        } catch (IOException problem) {
            throw new IOException("openplug was not reached: " + problem, problem);
        }
        if (response.statusCode() != 200) {
            throw new IOException("openplug answered %s %s with %d: %s"
                    .formatted(method, path, response.statusCode(), response.body()));
        }
        return response.body();
    }

    private Map<String, Object> verified(String body) throws IOException {
        return Openplug.verify(body, secrets, "")
                .orElseThrow(() -> new IOException("the answer is not signed by openplug"));
    }

    /** Links an account, creates goods, and asks for a payment: java -cp classes Client ACCESS_TOKEN TITLE [ORDER_NUMBER] */
    public static void main(String[] args) throws InterruptedException {
        if (args.length < 2) {
            System.err.println("usage: java -cp classes Client ACCESS_TOKEN TITLE [ORDER_NUMBER]");
            System.exit(2);
        }
        var settings = System.getenv();
        var baseUrl = settings.getOrDefault("OPENPLUG_URL", "http://127.0.0.1:3000");
        var pluginId = settings.getOrDefault("OPENPLUG_PLUGIN_ID", "");
        var out = new PrintStream(System.out, true, UTF_8);
        try {
            var client = new Client(baseUrl, pluginId, Openplug.secretsFromEnvironment());
            out.println("user: " + FlatJson.write(client.baseInfo(args[0])));
            out.println("goods: " + FlatJson.quote(client.createGoods(args[0], args[1], 100, 0)));
            if (args.length > 2) out.println("order: " + FlatJson.write(client.paymentRecord(args[2])));
        } catch (IOException | IllegalStateException problem) {
            System.err.println(problem.getMessage());
            System.exit(1);
        }
    }
}
