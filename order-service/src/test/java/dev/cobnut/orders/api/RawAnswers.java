package dev.cobnut.orders.api;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Reads the answers of one connection, byte by byte as RFC 9112 has it. Everything that is no
/// answer is an error.
final class RawAnswers {

    /// @param headers by their names in lower case
    record RawAnswer(int status, Map<String, String> headers, String text) {

        String header(String name) {
            return headers.getOrDefault(name, "");
        }
    }

    private final InputStream in;

    RawAnswers(InputStream in) {
        this.in = in;
    }

    /// All answers until the service closes the connection.
    List<RawAnswer> all(boolean head) throws IOException {
        List<RawAnswer> answers = new ArrayList<>();
        String line;
        while ((line = line()) != null) {
            answers.add(answer(line, head));
        }
        return answers;
    }

    /// The next answer, also `100 Continue`.
    RawAnswer next() throws IOException {
        String line = line();
        if (line == null) {
            throw new IOException("the connection was closed without an answer");
        }
        return answer(line, false);
    }

    private RawAnswer answer(String statusLine, boolean head) throws IOException {
        if (!statusLine.matches("HTTP/1\\.1 [1-5][0-9][0-9] ?.*")) {
            throw new IOException("this is no status line: " + statusLine);
        }
        int status = Integer.parseInt(statusLine.substring(9, 12));
        var headers = new TreeMap<String, String>();
        String line;
        while ((line = line()) != null && !line.isEmpty()) {
            int colon = line.indexOf(':');
            if (colon < 1) {
                throw new IOException("this is no header: " + line);
            }
            headers.put(
                    line.substring(0, colon).toLowerCase(Locale.ROOT),
                    line.substring(colon + 1).strip());
        }
        byte[] body;
        if (head || status < 200 || status == 204 || status == 304) {
            body = new byte[0];
        } else if (headers.containsKey("content-length")) {
            body = in.readNBytes(Integer.parseInt(headers.get("content-length")));
        } else if (headers.getOrDefault("transfer-encoding", "").equals("chunked")) {
            body = chunks();
        } else {
            body = in.readAllBytes();
        }
        return new RawAnswer(status, headers, new String(body, StandardCharsets.UTF_8));
    }

    private byte[] chunks() throws IOException {
        var body = new ByteArrayOutputStream();
        while (true) {
            String line = line();
            if (line == null) {
                throw new IOException("the answer ended within its chunks");
            }
            int length = Integer.parseInt(line, 16);
            body.write(in.readNBytes(length));
            line();
            if (length == 0) {
                return body.toByteArray();
            }
        }
    }

    /// Null at the end.
    private @Nullable String line() throws IOException {
        var line = new ByteArrayOutputStream();
        int b;
        while ((b = in.read()) >= 0) {
            if (b == '\n') {
                String text = line.toString(StandardCharsets.ISO_8859_1);
                return text.endsWith("\r") ? text.substring(0, text.length() - 1) : text;
            }
            line.write(b);
        }
        return line.size() == 0 ? null : line.toString(StandardCharsets.ISO_8859_1);
    }
}
