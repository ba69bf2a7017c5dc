import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URLEncoder;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Signs requests to openplug, and verifies what openplug sends. Needs Java 17, and FlatJson or a JSON library. */
public final class Openplug {
    private Openplug() {}

    /** Returns the text that is signed: all parameters, sorted by name and form-encoded as PHP does, which escapes "*". */
    public static String canonicalString(Map<String, ?> parameters) {
        return new TreeMap<>(parameters).entrySet().stream()
                .map(field -> encode(field.getKey()) + "=" + encode(field.getValue().toString()))
                .collect(Collectors.joining("&"));
    }

    private static String encode(String text) {
        return URLEncoder.encode(text, UTF_8).replace("*", "%2A");
    }

    /** Signs all parameters of a request except "sign". */
    public static String sign(Map<String, ?> parameters, String secret) {
        try {
            var mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(secret.getBytes(UTF_8), "HmacSHA256"));
            return HexFormat.of().formatHex(mac.doFinal(canonicalString(parameters).getBytes(UTF_8)));
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException(impossible); // Every JDK has it.
        }
    }

    /**
     * Returns the resource of a signed response or callback. Empty: it is not genuine, and nothing in it can be trusted.
     *
     * @param body the raw body; what a framework has parsed may be trimmed, or lack empty values
     * @param secrets those that are valid: two while the secret is being replaced
     * @param previousSigns the header Openplug-Previous-Sign of a callback, or an empty text
     */
    public static Optional<Map<String, Object>> verify(String body, List<String> secrets, String previousSigns) {
        Map<String, Object> message;
        try {
            message = FlatJson.read(body);
        } catch (IllegalArgumentException unreadable) {
            return Optional.empty();
        }
        if (!(message.get("resource") instanceof Map<?, ?> fields) || !(message.get("sign") instanceof String sign)) {
            return Optional.empty();
        }
        var resource = new TreeMap<String, Object>();
        fields.forEach((name, value) -> resource.put((String) name, value));
        var presented = new ArrayList<>(List.of(previousSigns.split(",")));
        presented.add(sign);
        for (var secret : secrets) {
            var expected = sign(resource, secret).getBytes(UTF_8);
            for (var candidate : presented) {
                if (MessageDigest.isEqual(expected, candidate.strip().getBytes(UTF_8))) return Optional.of(resource);
            }
        }
        return Optional.empty();
    }

    /** Reads OPENPLUG_SECRET: the secret, or the new and the old one with a comma while it is being replaced. */
    public static List<String> secretsFromEnvironment() {
        var setting = System.getenv().getOrDefault("OPENPLUG_SECRET", "");
        var secrets = Stream.of(setting.split(",", -1)).map(String::strip).toList();
        // With an empty secret anybody could sign.
        if (secrets.stream().anyMatch(secret -> secret.length() != 32)) {
            throw new IllegalStateException(
                    "OPENPLUG_SECRET: expected 32 characters, or several such secrets with commas");
        }
        return secrets;
    }
}
