package dev.cobnut.orders.api;

import java.io.ByteArrayOutputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/// Makes requests that are almost right. Each is made by its own seed, so it can be made again.
final class FuzzedRequest {

    private static final String ID = "019aa2f4-5b1c-7c3e-8f10-2b7d3c9e4a55";
    private static final String[] METHODS = {
        "GET",
        "GET",
        "GET",
        "POST",
        "POST",
        "POST",
        "PUT",
        "HEAD",
        "DELETE",
        "PATCH",
        "OPTIONS",
        "TRACE",
        "CONNECT",
        "get",
        "PROPFIND",
        "X",
        "G\0T",
        "GÉT",
        ""
    };

    /// The first ones are methods that most paths know.
    private static final int METHODS_FINE = 7;

    private static final String[] PATHS = {
        "/orders",
        "/orders",
        "/orders/batch",
        "/orders/validate",
        "/orders/" + ID,
        "/orders/" + ID + "/events",
        "/orders/" + ID + "/lines",
        "/orders/" + ID + "/confirm",
        "/orders/" + ID + "/pay",
        "/orders/" + ID + "/ship",
        "/orders/" + ID + "/cancel",
        "/orders/" + ID.toUpperCase(java.util.Locale.ROOT),
        "/problems",
        "/problems/validation",
        "/problems/%5C",
        "/orders/feed",
        "/stats/feed",
        "/orders/" + ID + "/feed",
        "/actuator",
        "/actuator/health",
        "/actuator/health/nonsense",
        "/actuator/metrics",
        "/actuator/metrics/nonsense",
        "/actuator/metrics/http.server.requests?tag=x",
        "/actuator/outbox",
        "/actuator/outbox/nonsense",
        "/actuator/outbox/order-" + ID,
        "/actuator/outbox/-",
        "/actuator/profiler",
        "/readyz",
        "/v3/api-docs",
        "/v3/api-docs/swagger-config",
        "/swagger-ui/index.html",
        "/swagger-ui/../x",
        "/docs",
        "/error",
        "/nowhere",
        "/orders/",
        "//orders",
        "/orders/../actuator/outbox",
        "/%6frders",
        "/orders;a=b",
        "/orders/%2e%2e/x",
        "/orders/a%2fb",
        "/orders/%00",
        "/orders/%zz",
        "/orders/\u00e9",
        "/orders/%c3%28",
        "/orders/%ff%fe",
        "http://localhost/orders",
        "http://[::1/orders",
        "*",
        "orders",
        "",
        "/orders/" + "x".repeat(7_000),
        "/" + "a/".repeat(500)
    };

    /// The first ones exist.
    private static final int PATHS_FINE = 11;

    private static final String[] QUERIES = {
        "",
        "",
        "",
        "?",
        "?customerId=ada",
        "?customerId=%",
        "?=",
        "?=x",
        "?&",
        "?customerId=%zz",
        "?customerId=%ff",
        "?customerId=%00",
        "?customerId=%ed%a0%80",
        "?customerId=ada&limit=1e9",
        "?type=OrderPlaced,OrderPaid",
        "?type=,",
        "?after=999999999999999999",
        "?after=9999999999999999999",
        "?limit=",
        "?%ff=1",
        "?a[]=1",
        "?customerId=ada&before=" + ID,
        "?customerId=ada&before=" + "x".repeat(300),
        "?status=PLACED&sort=oldest&limit=1",
        "?status=%c5%ffPLACED&productId=%f0%9f%98%80",
        "?placedFrom=%2b999999999-12-31T23:59:59.999999999Z&placedTo=-999999999-01-01T00:00:00Z",
        "?placedFrom=-999999999-01-01T00:00:00Z&productId=%20x",
        "?cursor=AQGaovRbHHw-jxArfTyeSlVLxBQ6kxKv5w",
        "?cursor=%00&before=" + ID,
        "?" + "a=1&".repeat(60),
        "?customerId=" + "a".repeat(3_000),
        "?x=\u00e9",
        "?a=<b>",
        "?a|b"
    };
    private static final String[] HEADERS = {
        "Accept: application/json",
        "Accept: application/json;q=0",
        "Accept: */*;q=0, text/html",
        "Accept: nonsense",
        "Accept: ;;;",
        "Accept: application/xml",
        "Accept: application/json;q=x",
        "Accept: " + "a/b,".repeat(200),
        "Accept-Language: \u00e9",
        "Content-Type: text/plain",
        "Content-Type: nonsense",
        "Content-Type: ;",
        "Content-Type: application/json; charset=nonsense",
        "Content-Type: application/json; charset=\"",
        "Content-Type: application/x-www-form-urlencoded",
        "Content-Type: multipart/form-data; boundary=x",
        "Content-Type: multipart/form-data",
        "Content-Encoding: gzip",
        "Content-Encoding: identity",
        "Transfer-Encoding: chunked",
        "Transfer-Encoding: gzip, chunked",
        "Transfer-Encoding: nonsense",
        "Transfer-Encoding: chunked, chunked",
        "Content-Length: 5",
        "Content-Length: -1",
        "Content-Length: 99999999999999999999",
        "Content-Length: 300000",
        "Content-Length: 0x10",
        "Content-Length: 5\r\nContent-Length: 6",
        "Expect: 100-continue",
        "Expect: nonsense",
        "If-Match: \"1\"",
        "If-Match: W/\"1\"",
        "If-Match: *",
        "If-None-Match: \"1\", \"",
        "If-Modified-Since: nonsense",
        "If-Range: x",
        "Range: bytes=0-1",
        "Range: bytes=9-1,-",
        "Accept: application/cloudevents-batch+json",
        "Accept: application/cloudevents-batch+json;q=0, */*",
        "Cobnut-Consistency: AQAAAAAAAAABH6wkSg",
        "Cobnut-Consistency: ,,\u00e9",
        "Cobnut-Consistency: " + "A".repeat(5_000),
        "Idempotency-Key: k",
        "Idempotency-Key:",
        "Idempotency-Key: \u00e9\u00e8",
        "Idempotency-Key: " + "k".repeat(256),
        "Idempotency-Key: a\r\nIdempotency-Key: b",
        "X-Correlation-Id: a b",
        "traceparent: 00-nonsense",
        "traceparent: 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
        "tracestate: ,,=",
        "baggage: =;,",
        "Origin: http://evil.example",
        "Origin: null",
        "Access-Control-Request-Method: nonsense",
        "Host: evil.example",
        "Host: localhost:99999",
        "Host: [::1",
        "Host: a b",
        "X-Forwarded-For: <script>",
        "X-Forwarded-Proto: nonsense",
        "Forwarded: for=;",
        "Cookie: $Version=1; a=\"; b=\u0001",
        "Upgrade: h2c",
        "Connection: Upgrade, HTTP2-Settings",
        "Connection: close, keep-alive, \u00e9",
        "Authorization: Basic %%%",
        "No-Colon",
        ": no name",
        " folded: x",
        "N\u00e9: x",
        "X: \0",
        "X: " + "x".repeat(9_000),
        "X: " + "x".repeat(20_000),
        "X-Method-Override: DELETE"
    };
    private static final String[] VERSIONS = {
        "HTTP/1.1",
        "HTTP/1.1",
        "HTTP/1.1",
        "HTTP/1.1",
        "HTTP/1.1",
        "HTTP/1.0",
        "HTTP/2.0",
        "HTTP/0.9",
        "HTTP/9",
        "HTTP/1.1.1",
        "http/1.1",
        "XTTP/1.1",
        ""
    };
    private static final String[] VALUES = {
        "null",
        "true",
        "[]",
        "{}",
        "\"\"",
        "\" \"",
        "\"\\ud800\"",
        "\"\\u0000\"",
        "\"\0\"",
        "\"x\\",
        "\"\\x\"",
        "1e2147483648",
        "1e-2147483648",
        "-1e99999999999",
        "0e2147483647",
        "1e999999999",
        "1e-999999999",
        "1.0",
        "2e0",
        "-0",
        "00",
        "1.",
        ".5",
        "NaN",
        "9".repeat(64),
        "9".repeat(65),
        "\"1e5\"",
        "\"" + "x".repeat(9_000) + "\"",
        "\u00e9",
        "\"\ud83c\udf30\"",
        "[".repeat(15),
        "[".repeat(2_000),
        "{\"a\":".repeat(2_000),
        "// x",
        "'x'"
    };
    private static final Charset[] CHARSETS = {
        StandardCharsets.UTF_8,
        StandardCharsets.UTF_8,
        StandardCharsets.UTF_8,
        StandardCharsets.UTF_8,
        StandardCharsets.ISO_8859_1,
        StandardCharsets.UTF_16,
        StandardCharsets.UTF_16LE,
        Charset.forName("UTF-32"),
        Charset.forName("UTF-32LE")
    };
    private static final byte[][] PIECES = {
        {0},
        {(byte) 0xc0, (byte) 0x80},
        {(byte) 0xed, (byte) 0xa0, (byte) 0x80},
        {(byte) 0xff, (byte) 0xfe, 0, 0},
        {0, 0, (byte) 0xff, (byte) 0xfe},
        {(byte) 0xfe, (byte) 0xff},
        {'\r'},
        {'\n'},
        {'\r', '\n', '\r', '\n'},
        {'%'},
        {';'},
        {'"'},
        {'\\'},
        {' '},
        {'\t'}
    };

    private final SplittableRandom random;

    FuzzedRequest(long seed) {
        random = new SplittableRandom(seed);
    }

    /// The bytes of one request, or of something like it. It asks for the end of the connection.
    byte[] bytes() {
        byte[] body = body();
        List<String> headers = new ArrayList<>();
        headers.add("Host: localhost");
        headers.add("Connection: close");
        boolean chunked = body.length > 0 && random.nextInt(6) == 0;
        if (body.length > 0 || random.nextBoolean()) {
            headers.add("Content-Type: application/json");
            headers.add(
                    chunked
                            ? "Transfer-Encoding: chunked"
                            : "Content-Length: "
                                    + Math.max(
                                            0,
                                            random.nextInt(8) == 0
                                                    ? body.length + random.nextInt(-3, 4)
                                                    : body.length));
        }
        for (int i = random.nextInt(3); i > 0; i--) {
            headers.add(random.nextInt(headers.size() + 1), any(HEADERS));
        }
        if (random.nextInt(12) == 0) {
            headers.remove(random.nextInt(headers.size()));
        }
        if (random.nextInt(40) == 0) {
            headers.removeIf(header -> header.startsWith("Content-Length"));
            headers.add("Content-Length: 300000");
        }
        String path = PATHS[random.nextInt(random.nextInt(3) == 0 ? PATHS.length : PATHS_FINE)];
        String method =
                METHODS[random.nextInt(random.nextInt(6) == 0 ? METHODS.length : METHODS_FINE)];
        if (body.length > 0 && random.nextInt(8) != 0) {
            method = path.endsWith("/lines") ? "PUT" : "POST";
        }
        String head =
                method
                        + " "
                        + path
                        + (random.nextInt(4) == 0 ? any(QUERIES) : "")
                        + " "
                        + (random.nextInt(12) == 0 ? any(VERSIONS) : "HTTP/1.1")
                        + "\r\n"
                        + String.join("\r\n", headers)
                        + "\r\n\r\n";
        var request = new ByteArrayOutputStream();
        request.writeBytes(head.getBytes(StandardCharsets.UTF_8));
        request.writeBytes(chunked ? chunks(body) : body);
        return mutated(request.toByteArray());
    }

    private byte[] body() {
        if (random.nextInt(3) == 0) {
            return new byte[0];
        }
        String json =
                switch (random.nextInt(7)) {
                    case 0, 1 -> ApiClient.ORDER;
                    case 2 -> ApiClient.NEW_LINES;
                    case 3 -> "{\"amount\":1,\"reference\":\"r\"}";
                    case 4 -> "{\"paused\":false}";
                    case 5 -> "{\"orders\":[" + ApiClient.ORDER + "," + ApiClient.ORDER + "]}";
                    default -> "{\"carrier\":\"c\",\"trackingNumber\":\"t\"}";
                };
        for (int i = random.nextInt(3); i > 0; i--) {
            json = withValue(json);
        }
        if (random.nextInt(20) == 0) {
            json = any(VALUES);
        }
        return json.getBytes(CHARSETS[random.nextInt(CHARSETS.length)]);
    }

    /// Another value behind one of the colons.
    private String withValue(String json) {
        int[] colons =
                java.util.stream.IntStream.range(0, json.length())
                        .filter(i -> json.charAt(i) == ':')
                        .toArray();
        if (colons.length == 0) {
            return json;
        }
        int at = colons[random.nextInt(colons.length)] + 1;
        int end = at;
        while (end < json.length() && ",}]".indexOf(json.charAt(end)) < 0) {
            end++;
        }
        return json.substring(0, at) + any(VALUES) + json.substring(end);
    }

    private byte[] chunks(byte[] body) {
        var chunks = new ByteArrayOutputStream();
        int half = random.nextInt(body.length + 1);
        for (byte[] part :
                new byte[][] {
                    Arrays.copyOf(body, half), Arrays.copyOfRange(body, half, body.length)
                }) {
            if (part.length > 0) {
                String extension = random.nextInt(5) == 0 ? ";x=\"y\"" : "";
                chunks.writeBytes(
                        (Integer.toHexString(part.length) + extension + "\r\n")
                                .getBytes(StandardCharsets.US_ASCII));
                chunks.writeBytes(part);
                chunks.writeBytes(new byte[] {'\r', '\n'});
            }
        }
        String end =
                switch (random.nextInt(6)) {
                    case 0 -> "0\r\nTrailer: x\r\n\r\n";
                    case 1 -> "zz\r\n";
                    case 2 -> "ffffffffffffffff\r\n";
                    default -> "0\r\n\r\n";
                };
        chunks.writeBytes(end.getBytes(StandardCharsets.US_ASCII));
        return chunks.toByteArray();
    }

    private byte[] mutated(byte[] request) {
        byte[] bytes = request;
        for (int i = random.nextInt(6) == 0 ? random.nextInt(1, 4) : 0; i > 0; i--) {
            int at = random.nextInt(bytes.length + 1);
            switch (random.nextInt(4)) {
                case 0 -> bytes = Arrays.copyOf(bytes, at);
                case 1 -> bytes = spliced(bytes, at, PIECES[random.nextInt(PIECES.length)]);
                case 2 -> bytes = spliced(bytes, at, new byte[] {(byte) random.nextInt(256)});
                default -> {
                    bytes = bytes.clone();
                    if (at < bytes.length) {
                        bytes[at] = (byte) random.nextInt(256);
                    }
                }
            }
        }
        return bytes;
    }

    private static byte[] spliced(byte[] bytes, int at, byte[] piece) {
        byte[] longer = Arrays.copyOf(bytes, bytes.length + piece.length);
        System.arraycopy(piece, 0, longer, at, piece.length);
        System.arraycopy(bytes, at, longer, at + piece.length, bytes.length - at);
        return longer;
    }

    private String any(String[] of) {
        return of[random.nextInt(of.length)];
    }
}
