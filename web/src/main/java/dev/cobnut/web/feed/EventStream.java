package dev.cobnut.web.feed;

import dev.cobnut.framework.feed.FeedEnd;
import dev.cobnut.framework.feed.FeedSettings;
import dev.cobnut.web.answer.StreamedAnswer;
import dev.cobnut.web.json.BoundedJson;
import dev.cobnut.web.problem.ProblemException;
import dev.cobnut.web.problem.ProblemType;
import dev.cobnut.web.request.MediaTypes;
import dev.cobnut.web.request.RequestAdmission;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.OutputStream;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;
import org.springframework.util.MimeType;
import org.springframework.util.MimeTypeUtils;

/// Server-Sent Events to one client. Used by the thread of the request.
///
/// A part of 16 KiB has a time in which the client must take it. When it does not, it is cut off: a
/// last event could not be written either. The container itself ends a write that makes no progress
/// at all.
public final class EventStream {

    private static final MimeType MEDIA_TYPE =
            MimeTypeUtils.parseMimeType(ServerSentEvents.MEDIA_TYPE);

    private static final int PART_BYTES = 16_384;

    /// Clients that were ended together come back over this time.
    private static final long RETRY_MS_MIN = 500;

    private static final long RETRY_MS_MAX = 2_500;

    /// Connections that began together are not renewed together: one in so many parts earlier.
    private static final int RENEW_JITTER_DIVISOR = 5;

    private final FeedSettings settings;
    private final OutputStream out;
    private final long renewAt;
    private byte[] part = {};
    private int filled;
    private long writtenAt;

    /// What a client is sent until its stream ends.
    public interface Content {
        void write(EventStream out) throws IOException, InterruptedException;
    }

    /// The client did not take what was written to it in time.
    static final class TooSlowException extends IOException {

        private static final long serialVersionUID = 1L;

        TooSlowException(@Nullable Throwable cause) {
            super("The client reads its feed too slowly.", cause);
        }
    }

    EventStream(FeedSettings settings, OutputStream out) {
        this.settings = settings;
        this.out = out;
        long most = settings.connectionTimeMax().toNanos();
        long earlier = ThreadLocalRandom.current().nextLong(most / RENEW_JITTER_DIVISOR);
        this.renewAt = System.nanoTime() + most - earlier;
    }

    /// Before anything is opened for the client.
    ///
    /// @throws ProblemException 406 when `Accept` excludes the stream
    public static void requireAccepted(HttpServletRequest request) {
        if (!MediaTypes.accepts(request, MEDIA_TYPE)) {
            throw ProblemException.of(
                    ProblemType.NOT_ACCEPTABLE,
                    "This answer is text/event-stream; Accept excludes it.");
        }
    }

    /// Answers with a stream, and returns when it ends. HEAD has the headers only. The request
    /// leaves its room in the service, so whoever calls this has a limit of their own.
    ///
    /// @throws IOException when the client has gone, or was too slow
    public static void send(
            FeedSettings settings,
            HttpServletRequest request,
            HttpServletResponse response,
            Content content)
            throws IOException {
        response.setContentType(ServerSentEvents.MEDIA_TYPE);
        response.setHeader("Cache-Control", "no-store");
        // Proxies like nginx keep an answer back until they have some of it.
        response.setHeader("X-Accel-Buffering", "no");
        if (request.getMethod().equals("HEAD")) {
            return;
        }
        StreamedAnswer.goesOn(request);
        RequestAdmission.leave(request);
        try {
            content.write(new EventStream(settings, response.getOutputStream()));
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt(); // the container stops
        }
    }

    /// What comes first: how long to wait before connecting again, and where the stream begins.
    public void begin(long position) throws IOException {
        long retryMs = ThreadLocalRandom.current().nextLong(RETRY_MS_MIN, RETRY_MS_MAX);
        write(ServerSentEvents.begin(retryMs, position));
        flush();
    }

    /// @param id what the client sends when it comes back; empty to make it forget its own, null to
    ///   leave it as it is
    public void event(@Nullable String id, String name, byte[] json) throws IOException {
        write(ServerSentEvents.event(id, name, json));
    }

    /// The last event of a stream.
    public void end(FeedEnd reason, long position) throws IOException {
        boolean hasPosition = reason != FeedEnd.REWOUND;
        byte[] data =
                BoundedJson.write(json -> {
                    json.writeStartObject();
                    json.writeStringProperty("reason", reason.text());
                    json.writeStringProperty("detail", FeedAnswer.sentence(reason));
                    if (hasPosition) {
                        json.writeNumberProperty("position", position);
                    }
                    json.writeEndObject();
                });
        event(hasPosition ? Long.toString(position) : "", "end", data);
        flush();
    }

    /// Time until a heartbeat or the renewal is due; negative when one is.
    Duration idleTime() {
        long now = System.nanoTime();
        long heartbeatIn = writtenAt + settings.heartbeat().toNanos() - now;
        return Duration.ofNanos(Math.min(heartbeatIn, renewAt - now));
    }

    /// Writes a heartbeat when it is due.
    public void heartbeat(long position) throws IOException {
        if (System.nanoTime() - writtenAt >= settings.heartbeat().toNanos()) {
            write(ServerSentEvents.heartbeat(position));
            flush();
        }
    }

    /// True when the client has to connect again.
    public boolean isOld() {
        return System.nanoTime() - renewAt >= 0;
    }

    void write(byte[] bytes) throws IOException {
        int at = 0;
        while (at < bytes.length) {
            if (filled == PART_BYTES) {
                writePart();
            }
            int more = Math.min(bytes.length - at, PART_BYTES - filled);
            if (filled + more > part.length) {
                // It grows with what there is to write: an idle stream has none.
                part =
                        Arrays.copyOf(
                                part,
                                Math.min(PART_BYTES, Math.max(2 * part.length, filled + more)));
            }
            System.arraycopy(bytes, at, part, filled, more);
            filled += more;
            at += more;
        }
    }

    /// Writes what there is.
    public void flush() throws IOException {
        writePart();
        part = new byte[] {};
    }

    private void writePart() throws IOException {
        long begin = System.nanoTime();
        try {
            out.write(part, 0, filled);
            out.flush();
        } catch (IOException e) {
            if (e instanceof SocketTimeoutException
                    || e.getCause() instanceof SocketTimeoutException) {
                throw new TooSlowException(e);
            }
            throw e;
        }
        filled = 0;
        writtenAt = System.nanoTime();
        if (writtenAt - begin > settings.writeTimeMax().toNanos()) {
            throw new TooSlowException(null);
        }
    }
}
