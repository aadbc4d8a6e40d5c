package dev.cobnut.web.feed;

import dev.cobnut.framework.event.UnreadableEventException;
import dev.cobnut.framework.feed.FeedEnd;
import dev.cobnut.framework.feed.FeedEvent;
import dev.cobnut.framework.feed.FeedSettings;
import dev.cobnut.framework.feed.FeedSubscription;
import dev.cobnut.framework.feed.FeedTurn;
import dev.cobnut.web.json.BoundedJson;
import java.io.IOException;
import java.io.OutputStream;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Writes the turns of one subscription to its client. Used by the thread of the request.
///
/// A part of 16 KiB has a time in which the client must take it. When it does not, it is cut off: a
/// last event could not be written either. The container itself ends a write that makes no progress
/// at all.
final class FeedWriter {

    private static final Logger LOG = LoggerFactory.getLogger(FeedWriter.class);

    private static final int PART_BYTES = 16_384;

    /// Clients that were ended together come back over this time.
    private static final long RETRY_MS_MIN = 500;

    private static final long RETRY_MS_MAX = 2_500;

    /// Connections that began together are not renewed together: one in so many parts earlier.
    private static final int RENEW_JITTER_DIVISOR = 5;

    private final FeedSubscription subscription;
    private final FeedSettings settings;
    private final OutputStream out;
    private final long renewAt;
    private byte[] part = {};
    private int filled;
    private long writtenAt;

    FeedWriter(FeedSubscription subscription, FeedSettings settings, OutputStream out) {
        this.subscription = subscription;
        this.settings = settings;
        this.out = out;
        long most = settings.connectionTimeMax().toNanos();
        long earlier = ThreadLocalRandom.current().nextLong(most / RENEW_JITTER_DIVISOR);
        this.renewAt = System.nanoTime() + most - earlier;
    }

    void run() throws IOException, InterruptedException {
        long retryMs = ThreadLocalRandom.current().nextLong(RETRY_MS_MIN, RETRY_MS_MAX);
        write(ServerSentEvents.begin(retryMs, subscription.position()));
        flush();
        while (true) {
            long now = System.nanoTime();
            long heartbeatIn = writtenAt + settings.heartbeat().toNanos() - now;
            long wait = Math.max(0, Math.min(heartbeatIn, renewAt - now));
            switch (subscription.next(Duration.ofNanos(wait))) {
                case FeedTurn.Some(var events, _) -> send(events);
                case FeedTurn.None(var position) -> {
                    if (System.nanoTime() - writtenAt >= settings.heartbeat().toNanos()) {
                        write(ServerSentEvents.heartbeat(position));
                        flush();
                    }
                }
                case FeedTurn.Ended(var reason, var position) -> {
                    end(reason, position);
                    return;
                }
            }
            if (System.nanoTime() - renewAt >= 0) {
                end(FeedEnd.RENEW, subscription.position());
                return;
            }
        }
    }

    private void send(List<FeedEvent> events) throws IOException {
        for (FeedEvent event : events) {
            byte[] form;
            try {
                form = event.form();
            } catch (UnreadableEventException e) {
                LOG.error("an event of the feed cannot be sent; its clients are told", e);
                end(FeedEnd.UNREADABLE, event.event().position() - 1);
                throw e;
            }
            write(form);
        }
        flush();
        part = new byte[] {};
        subscription.sent(events);
    }

    private void end(FeedEnd reason, long position) throws IOException {
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
        write(ServerSentEvents.event(hasPosition ? Long.toString(position) : "", "end", data));
        flush();
    }

    private void write(byte[] bytes) throws IOException {
        int at = 0;
        while (at < bytes.length) {
            if (filled == PART_BYTES) {
                flush();
            }
            int more = Math.min(bytes.length - at, PART_BYTES - filled);
            if (filled + more > part.length) {
                // It grows with what there is to write: an idle feed has none.
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

    private void flush() throws IOException {
        long begin = System.nanoTime();
        try {
            out.write(part, 0, filled);
            out.flush();
        } catch (IOException e) {
            if (e instanceof SocketTimeoutException
                    || e.getCause() instanceof SocketTimeoutException) {
                subscription.tooSlow();
            }
            throw e;
        }
        filled = 0;
        writtenAt = System.nanoTime();
        if (writtenAt - begin > settings.writeTimeMax().toNanos()) {
            subscription.tooSlow();
            throw new IOException("The client reads its feed too slowly.");
        }
    }
}
