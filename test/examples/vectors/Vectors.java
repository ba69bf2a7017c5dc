import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.util.Base64;
import java.util.List;
import java.util.stream.Stream;

/** Signs and verifies the test vectors on standard input with the Java example. */
final class Vectors {
    public static void main(String[] args) throws IOException {
        var out = new PrintStream(System.out, true, UTF_8);
        var lines = new BufferedReader(new InputStreamReader(System.in, UTF_8));
        for (var line = lines.readLine(); line != null; line = lines.readLine()) {
            var part = Stream.of(line.split(" ", -1))
                    .map(text -> new String(Base64.getDecoder().decode(text), UTF_8))
                    .toList();
            if (part.get(0).equals("request")) {
                var parameters = FlatJson.read(part.get(3));
                out.println(Openplug.canonicalString(parameters) + " " + Openplug.sign(parameters, part.get(1)));
            } else {
                var resource = Openplug.verify(part.get(1), List.of(part.get(3).split(",")), part.get(2));
                out.println(resource.isEmpty() ? "forged" : "genuine");
            }
        }
    }
}
