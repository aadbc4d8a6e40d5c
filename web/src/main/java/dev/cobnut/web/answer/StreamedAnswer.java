package dev.cobnut.web.answer;

import dev.cobnut.web.request.MediaTypes;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/// Writes a long answer piece by piece, so that it is never in memory as a whole.
///
/// A failure before the first bytes have left is answered as any other. A failure after that cuts
/// the connection ([#cutWhenBegun]): an answer that is not complete must not look complete.
public final class StreamedAnswer {

    /// Attribute of a request whose connection is to be closed without the end of its answer.
    private static final String CUT = StreamedAnswer.class.getName() + ".cut";

    /// Attribute of a request whose answer has no end, and so no least rate.
    private static final String ENDLESS = StreamedAnswer.class.getName() + ".endless";

    private final OutputStream out;

    /// An answer in JSON.
    public StreamedAnswer(HttpServletResponse response) throws IOException {
        this(response, MediaTypes.JSON);
    }

    public StreamedAnswer(HttpServletResponse response, String mediaType) throws IOException {
        response.setContentType(mediaType);
        this.out = response.getOutputStream();
    }

    /// @throws IOException when the client has gone or reads too slowly
    public void write(byte[] piece) throws IOException {
        out.write(piece);
    }

    /// Writes text in UTF-8.
    public void write(String piece) throws IOException {
        write(piece.getBytes(StandardCharsets.UTF_8));
    }

    /// Marks the request when a part of its answer was sent.
    ///
    /// @return false when nothing was sent and the failure can still be answered
    static boolean cutWhenBegun(HttpServletRequest request, HttpServletResponse response) {
        if (response.isCommitted()) {
            request.setAttribute(CUT, true);
            return true;
        }
        return false;
    }

    /// The answer goes on until something ends it. Its writer watches the client by itself.
    public static void goesOn(HttpServletRequest request) {
        request.setAttribute(ENDLESS, true);
    }

    /// True for an answer that [#goesOn].
    public static boolean isEndless(HttpServletRequest request) {
        return request.getAttribute(ENDLESS) != null;
    }

    public static boolean isCut(HttpServletRequest request) {
        return request.getAttribute(CUT) != null;
    }
}
