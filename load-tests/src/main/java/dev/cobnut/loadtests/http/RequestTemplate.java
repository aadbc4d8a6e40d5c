package dev.cobnut.loadtests.http;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// A request as bytes. In the body or headers, [#COUNTER] stands for the number of the request. The
/// number always has twelve digits, so that the length never changes.
public final class RequestTemplate {

    /// Stands for the number of the request.
    public static final String COUNTER = "{n}";

    private static final int DIGITS = 12;
    private static final String ZEROS = "0".repeat(DIGITS);

    private final byte[] bytes;
    private final int[] slots;

    private RequestTemplate(byte[] bytes, int[] slots) {
        this.bytes = bytes;
        this.slots = slots;
    }

    /// @param body JSON, ASCII
    public static RequestTemplate post(String path, Map<String, String> headers, String body) {
        StringBuilder text = new StringBuilder();
        text.append("POST ").append(path).append(" HTTP/1.1\r\nHost: 127.0.0.1\r\n");
        text.append("Content-Type: application/json\r\nContent-Length: ");
        text.append(body.replace(COUNTER, ZEROS).length()).append("\r\n");
        headers.forEach(
                (name, value) -> text.append(name).append(": ").append(value).append("\r\n"));
        return of(text.append("\r\n").append(body).toString());
    }

    /// A request with the same bytes every time.
    public static RequestTemplate get(String path) {
        return of("GET " + path + " HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n");
    }

    private static RequestTemplate of(String text) {
        if (!StandardCharsets.US_ASCII.newEncoder().canEncode(text)) {
            throw new IllegalArgumentException("A request template is ASCII: " + text);
        }
        List<Integer> slots = new ArrayList<>();
        String rest = text;
        for (int at = rest.indexOf(COUNTER); at >= 0; at = rest.indexOf(COUNTER)) {
            slots.add(at);
            rest = rest.substring(0, at) + ZEROS + rest.substring(at + COUNTER.length());
        }
        return new RequestTemplate(
                rest.getBytes(StandardCharsets.US_ASCII),
                slots.stream().mapToInt(Integer::intValue).toArray());
    }

    int length() {
        return bytes.length;
    }

    /// Replaces the buffer's content with the request of this number, ready to be written.
    void render(long number, ByteBuffer into) {
        into.clear();
        into.put(bytes);
        for (int slot : slots) {
            long rest = number;
            for (int digit = DIGITS - 1; digit >= 0; digit--) {
                into.put(slot + digit, (byte) ('0' + rest % 10));
                rest /= 10;
            }
        }
        into.flip();
    }
}
