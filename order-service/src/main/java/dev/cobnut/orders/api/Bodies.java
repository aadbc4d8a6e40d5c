package dev.cobnut.orders.api;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/// Reads and sends whole bodies. A body is read into one array of bounded size before it is parsed,
/// with a `Content-Length` or in chunks.
final class Bodies {

    static final String JSON = "application/json";

    private static final int CHUNK_BYTES = 8_192;

    private Bodies() {}

    /// @param bytesMax largest body that is read
    /// @throws ProblemException when the body is larger, or shorter than its `Content-Length`
    static byte[] read(HttpServletRequest request, int bytesMax) {
        long announced = request.getContentLengthLong();
        if (announced > bytesMax) {
            throw tooLarge(bytesMax);
        }
        try {
            InputStream in = request.getInputStream();
            if (announced >= 0) {
                byte[] body = in.readNBytes((int) announced);
                if (body.length < announced) {
                    throw cutOff();
                }
                return body;
            }
            return readChunked(in, bytesMax);
        } catch (IOException _) {
            throw cutOff();
        }
    }

    /// Requires `application/json`, with any parameters: JSON has a fixed encoding.
    static void requireJson(HttpServletRequest request) {
        String type = request.getContentType();
        if (type == null
                || !type.regionMatches(true, 0, JSON, 0, JSON.length())
                || (type.length() > JSON.length()
                        && type.charAt(JSON.length()) != ';'
                        && type.charAt(JSON.length()) != ' ')) {
            throw new ProblemException(
                    Problem.of(
                                    ProblemType.UNSUPPORTED_MEDIA_TYPE,
                                    "The body must come with Content-Type: application/json.")
                            .withHeader("Accept", JSON));
        }
    }

    private static byte[] readChunked(InputStream in, int bytesMax) throws IOException {
        byte[] body = new byte[Math.min(CHUNK_BYTES, bytesMax + 1)];
        int length = 0;
        while (true) {
            int read = in.readNBytes(body, length, body.length - length);
            length += read;
            if (length > bytesMax) {
                throw tooLarge(bytesMax);
            }
            if (length < body.length) {
                return Arrays.copyOf(body, length);
            }
            body = Arrays.copyOf(body, Math.min(body.length * 2, bytesMax + 1));
        }
    }

    static void send(HttpServletResponse response, String mediaType, byte[] body)
            throws IOException {
        response.setContentType(mediaType);
        response.setContentLength(body.length);
        response.getOutputStream().write(body);
    }

    private static ProblemException tooLarge(int bytesMax) {
        return ProblemException.of(
                ProblemType.BODY_TOO_LARGE, "The body may have at most " + bytesMax + " bytes.");
    }

    private static ProblemException cutOff() {
        return ProblemException.of(
                ProblemType.MALFORMED_REQUEST, "The body could not be read to its end.");
    }
}
