import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;

/**
 * Reads and writes the JSON of signed messages: objects of text and whole numbers, and objects of those. The JDK has no
 * JSON. If your program has a library for it, use that, with duplicate names refused.
 */
final class FlatJson {
    private final String text;
    private int at;

    private FlatJson(String text) {
        this.text = text;
    }

    /** Returns the fields: each is a String, a Long or a map of those. Throws IllegalArgumentException for anything else. */
    static Map<String, Object> read(String text) {
        var reader = new FlatJson(text);
        var fields = reader.object(true);
        if (!reader.isAtEnd()) throw reader.unexpected();
        return fields;
    }

    static String write(Map<String, Object> fields) {
        var json = new StringBuilder();
        fields.forEach((name, value) -> json.append(json.isEmpty() ? "{" : ",")
                .append(quote(name)).append(':').append(value instanceof Long ? value : quote(value.toString())));
        return json.isEmpty() ? "{}" : json.append('}').toString();
    }

    static String quote(String text) {
        var quoted = new StringBuilder("\"");
        text.chars().forEach(c -> {
            if (c < ' ') quoted.append(String.format("\\u%04x", c));
            else quoted.append(c == '"' || c == '\\' ? "\\" : "").append((char) c);
        });
        return quoted.append('"').toString();
    }

    private Map<String, Object> object(boolean mayNest) {
        var fields = new TreeMap<String, Object>();
        expect('{');
        if (take('}')) return fields;
        do {
            if (next() != '"') throw unexpected();
            var name = string();
            expect(':');
            // Whoever reads the text later must find the fields that were verified.
            if (fields.put(name, value(mayNest)) != null) throw unexpected();
        } while (take(','));
        expect('}');
        return fields;
    }

    private Object value(boolean mayNest) {
        var c = next();
        if (c == '"') return string();
        if (c == '{' && mayNest) return object(false);
        var start = at;
        while (at < text.length() && "-0123456789".indexOf(text.charAt(at)) >= 0) at++;
        return Long.valueOf(text.substring(start, at));
    }

    private String string() {
        var value = new StringBuilder();
        for (at++; at < text.length(); at++) {
            var c = text.charAt(at);
            if (c < ' ') throw unexpected();
            if (c == '"') {
                at++;
                // Half a character would be signed as "?".
                if (!UTF_8.newEncoder().canEncode(value)) throw unexpected();
                return value.toString();
            }
            value.append(c == '\\' ? escaped() : c);
        }
        throw unexpected();
    }

    private char escaped() {
        if (++at >= text.length()) throw unexpected();
        var c = text.charAt(at);
        if (c == 'u') {
            if (at + 4 >= text.length()) throw unexpected();
            at += 4;
            return (char) HexFormat.fromHexDigits(text, at - 3, at + 1);
        }
        var index = "\"\\/bfnrt".indexOf(c);
        if (index < 0) throw unexpected();
        return "\"\\/\b\f\n\r\t".charAt(index);
    }

    /** Returns the next character that is no white space, without taking it. */
    private char next() {
        if (isAtEnd()) throw unexpected();
        return text.charAt(at);
    }

    private boolean isAtEnd() {
        while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) at++;
        return at == text.length();
    }

    private boolean take(char wanted) {
        if (next() != wanted) return false;
        at++;
        return true;
    }

    private void expect(char wanted) {
        if (!take(wanted)) throw unexpected();
    }

    private IllegalArgumentException unexpected() {
        return new IllegalArgumentException("unexpected JSON at " + at);
    }
}
