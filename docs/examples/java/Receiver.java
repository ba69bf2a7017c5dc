import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Executors;

/** Receives callbacks on 127.0.0.1: PORT=8000 java -cp classes Receiver */
public final class Receiver {
    private static final int MAX_BODY_BYTES = 65_536;

    private record Answer(int status, String text) {}

    private final List<String> secrets;
    private final Path ordersDir;

    Receiver(List<String> secrets, Path ordersDir) {
        this.secrets = secrets;
        this.ordersDir = ordersDir;
    }

    public static void main(String[] args) throws IOException {
        // Seconds for a whole request. The server reads it when it is made.
        System.setProperty("sun.net.httpserver.maxReqTime", "10");
        var settings = System.getenv();
        var port = Integer.parseInt(settings.getOrDefault("PORT", "8000"));
        var receiver = new Receiver(
                Openplug.secretsFromEnvironment(), Path.of(settings.getOrDefault("ORDERS_DIR", "orders")));
        var server = HttpServer.create(new InetSocketAddress("127.0.0.1", port), 0);
        server.setExecutor(Executors.newFixedThreadPool(16));
        server.createContext("/", receiver::handle);
        server.start();
        System.out.printf("listening on http://127.0.0.1:%d/%n", server.getAddress().getPort());
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            var answer = receive(exchange);
            var bytes = answer.text.getBytes(UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "text/plain");
            exchange.sendResponseHeaders(answer.status, bytes.length);
            exchange.getResponseBody().write(bytes);
        }
    }

    private Answer receive(HttpExchange exchange) throws IOException {
        if (!exchange.getRequestMethod().equals("POST")) return new Answer(405, "expected POST");
        var mediaType = header(exchange, "Content-Type").split(";", 2)[0].strip();
        if (!mediaType.equalsIgnoreCase("application/json")) return new Answer(415, "expected application/json");
        // The raw body: what a framework has parsed may be trimmed, or lack empty values.
        var body = exchange.getRequestBody().readNBytes(MAX_BODY_BYTES + 1);
        if (body.length > MAX_BODY_BYTES) return new Answer(413, "too large");

        var verified = Openplug.verify(new String(body, UTF_8), secrets, header(exchange, "Openplug-Previous-Sign"));
        if (verified.isEmpty()) return new Answer(401, "wrong signature");
        var order = verified.get();
        // It names a file below.
        if (!(order.get("order_id") instanceof String id) || !id.matches("[A-Za-z0-9]{32}")) {
            return new Answer(400, "expected an order");
        }
        // Only 10 is paid. The service tries an address with a message that is not.
        if (Long.valueOf(10).equals(order.get("status"))) {
            try {
                storeOnce(id, order);
            } catch (IOException problem) {
                System.err.println("callback not taken: " + problem);
                return new Answer(500, "not stored"); // The service sends it again.
            }
        }
        return new Answer(200, "SUCCESS");
    }

    private static String header(HttpExchange exchange, String name) {
        var value = exchange.getRequestHeaders().getFirst(name);
        return value == null ? "" : value;
    }

    /**
     * Writes the paid order, unless it is there: a message can come more than once, and two at the same time. Deliver what
     * was bought from these files, in a job of your own. With a database, insert a row with a unique order_id instead.
     */
    private void storeOnce(String orderId, Map<String, Object> order) throws IOException {
        Files.createDirectories(ordersDir);
        var draft = ordersDir.resolve("." + UUID.randomUUID());
        try (var file = FileChannel.open(draft, StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW)) {
            var json = ByteBuffer.wrap(FlatJson.write(order).getBytes(UTF_8));
            while (json.hasRemaining()) file.write(json);
            file.force(true);
            try {
                // A link gives the whole file its name, or fails if there is one of that name.
                Files.createLink(ordersDir.resolve(orderId + ".json"), draft);
            } catch (FileAlreadyExistsException storedBefore) {
                // As it should be.
            }
            file.force(true); // Once more, so that the name is on the disk too.
        } finally {
            Files.deleteIfExists(draft);
        }
    }
}
