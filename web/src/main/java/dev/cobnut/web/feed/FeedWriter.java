package dev.cobnut.web.feed;

import dev.cobnut.framework.event.UnreadableEventException;
import dev.cobnut.framework.feed.FeedEnd;
import dev.cobnut.framework.feed.FeedEvent;
import dev.cobnut.framework.feed.FeedSubscription;
import dev.cobnut.framework.feed.FeedTurn;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Writes the turns of one subscription to its client. Used by the thread of the request.
final class FeedWriter implements EventStream.Content {

    private static final Logger LOG = LoggerFactory.getLogger(FeedWriter.class);

    private final FeedSubscription subscription;

    FeedWriter(FeedSubscription subscription) {
        this.subscription = subscription;
    }

    @Override
    public void write(EventStream out) throws IOException, InterruptedException {
        try {
            follow(out);
        } catch (EventStream.TooSlowException e) {
            subscription.tooSlow();
            throw e;
        }
    }

    private void follow(EventStream out) throws IOException, InterruptedException {
        out.begin(subscription.position());
        while (true) {
            Duration wait = out.idleTime();
            switch (subscription.next(wait.isNegative() ? Duration.ZERO : wait)) {
                case FeedTurn.Some(var events, _) -> send(events, out);
                case FeedTurn.None(var position) -> out.heartbeat(position);
                case FeedTurn.Ended(var reason, var position) -> {
                    out.end(reason, position);
                    return;
                }
            }
            if (out.isOld()) {
                out.end(FeedEnd.RENEW, subscription.position());
                return;
            }
        }
    }

    private void send(List<FeedEvent> events, EventStream out) throws IOException {
        for (FeedEvent event : events) {
            byte[] form;
            try {
                form = event.form();
            } catch (UnreadableEventException e) {
                LOG.error("an event of the feed cannot be sent; its clients are told", e);
                out.end(FeedEnd.UNREADABLE, event.event().position() - 1);
                throw e;
            }
            out.write(form);
        }
        out.flush();
        subscription.sent(events);
    }
}
