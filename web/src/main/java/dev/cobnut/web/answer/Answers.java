package dev.cobnut.web.answer;

import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/// Sends answers whose body is complete.
public final class Answers {

    private Answers() {}

    /// Sets media type and length, and writes the body.
    public static void send(HttpServletResponse response, String mediaType, byte[] body)
            throws IOException {
        response.setContentType(mediaType);
        response.setContentLength(body.length);
        response.getOutputStream().write(body);
    }

    /// The strong ETag of a version, for example `"3"` with its quotes.
    public static String etag(long version) {
        return "\"" + version + "\"";
    }
}
