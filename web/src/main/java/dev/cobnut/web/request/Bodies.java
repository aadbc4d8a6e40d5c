package dev.cobnut.web.request;

import dev.cobnut.framework.waits.RequestWaits;
import dev.cobnut.framework.waits.Wait;
import dev.cobnut.web.problem.Problem;
import dev.cobnut.web.problem.ProblemException;
import dev.cobnut.web.problem.ProblemType;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.Arrays;

/// Reads whole bodies. A body is read into one array of bounded size before it is parsed, with a
/// `Content-Length` or in chunks. The array grows with what arrives, not with what a header
/// announces.
public final class Bodies {

    private static final int CHUNK_BYTES = 8_192;
    private static final byte[] NONE = {};

    /// Most bytes that are discarded before the answer.
    private static final long LEFT_MAX = 1_048_576;

    private static final String BODY = Bodies.class.getName() + ".body";

    private Bodies() {}

    /// Reads the body, which handlers get by [#of].
    ///
    /// @param bytesMax largest body that is read
    /// @param timeMax longest time for the whole body. The container's time-out is for each read
    /// @throws ProblemException when the body is larger, later, or shorter than its
    ///   `Content-Length`, or when there is no memory for it at the moment
    public static void receive(HttpServletRequest request, int bytesMax, Duration timeMax) {
        byte[] body =
                RequestWaits.during(Wait.REQUEST_BODY, () -> read(request, bytesMax, timeMax));
        BodyAdmission.complete(request, body.length);
        request.setAttribute(BODY, body);
    }

    /// Prepares an answer to a request whose body nobody reads. What has arrived of it is
    /// discarded. When this is all, the connection stays usable; otherwise the answer says that it
    /// ends.
    ///
    /// @throws ProblemException when the body is not valid HTTP
    public static void leave(HttpServletRequest request, HttpServletResponse response) {
        try {
            ServletInputStream body = request.getInputStream();
            if (body.isFinished()) {
                return;
            }
            // Reading would ask for a body that is not sent before that. Not reading leaves it
            // open whether it still comes.
            if (request.getHeader("Expect") != null) {
                response.setHeader("Connection", "close");
                return;
            }
            byte[] chunk = new byte[CHUNK_BYTES];
            long left = LEFT_MAX;
            while (left > 0 && !body.isFinished() && body.available() > 0) {
                left -= body.read(chunk);
            }
            if (!body.isFinished()) {
                response.setHeader("Connection", "close");
            }
        } catch (IOException _) {
            response.setHeader("Connection", "close");
            throw cutOff();
        }
    }

    /// The body that was received.
    public static byte[] of(HttpServletRequest request) {
        return request.getAttribute(BODY) instanceof byte[] body ? body : NONE;
    }

    /// True when the body was received.
    static boolean isReceived(HttpServletRequest request) {
        return request.getAttribute(BODY) != null;
    }

    private static byte[] read(HttpServletRequest request, int bytesMax, Duration timeMax) {
        long announced = request.getContentLengthLong();
        if (announced > bytesMax) {
            throw tooLarge(bytesMax);
        }
        if (announced == 0) {
            return NONE;
        }
        long due = System.nanoTime() + timeMax.toNanos();
        try {
            ServletInputStream in = request.getInputStream();
            long end = announced >= 0 ? announced : bytesMax + 1L;
            byte[] body = new byte[(int) Math.min(CHUNK_BYTES, end)];
            int length = 0;
            while (length < end) {
                if (length == body.length) {
                    body = Arrays.copyOf(body, (int) Math.min(body.length * 2L, end));
                }
                int read = in.read(body, length, body.length - length);
                if (read < 0 && announced >= 0) {
                    throw cutOff();
                }
                if (read < 0) {
                    return Arrays.copyOf(body, length);
                }
                length += read;
                BodyAdmission.arrived(request, read);
                if (System.nanoTime() - due > 0 && !in.isFinished()) {
                    throw tooLate(timeMax);
                }
            }
            if (announced < 0) {
                throw tooLarge(bytesMax);
            }
            return body;
        } catch (SocketTimeoutException _) {
            throw tooLate(timeMax);
        } catch (IOException _) {
            throw cutOff();
        }
    }

    private static ProblemException tooLarge(int bytesMax) {
        return ProblemException.of(
                ProblemType.BODY_TOO_LARGE, "The body may have at most " + bytesMax + " bytes.");
    }

    private static ProblemException tooLate(Duration timeMax) {
        return new ProblemException(
                Problem.of(
                                ProblemType.REQUEST_TIMEOUT,
                                "The body did not arrive within %d ms."
                                        .formatted(timeMax.toMillis()))
                        .withHeader("Connection", "close"));
    }

    private static ProblemException cutOff() {
        return ProblemException.of(
                ProblemType.MALFORMED_REQUEST, "The body could not be read to its end.");
    }
}
