package dev.cobnut.framework.feed;

import dev.cobnut.framework.event.Failures;
import dev.cobnut.framework.event.RecordedEvent;
import java.util.UUID;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/// The one reader of the journal that serves all clients of this member. Its events come by one
/// virtual thread.
final class FeedTail implements Flow.Subscriber<RecordedEvent> {

    private final Feed feed;
    private final FeedRules rules;
    private final long liveAfter;
    private @Nullable UUID known;
    private volatile Flow.@Nullable Subscription subscription;
    private volatile boolean cancelled;

    /// @param liveAfter events through this position are older than the feed
    /// @param known id of the event that comes first and was published before; null when there is
    ///   none
    FeedTail(Feed feed, FeedRules rules, long liveAfter, @Nullable UUID known) {
        this.feed = feed;
        this.rules = rules;
        this.liveAfter = liveAfter;
        this.known = known;
    }

    @Override
    public void onSubscribe(Flow.Subscription given) {
        subscription = given;
        if (cancelled) {
            given.cancel();
        } else {
            given.request(Long.MAX_VALUE);
        }
    }

    @Override
    public void onNext(RecordedEvent event) {
        if (cancelled) {
            return;
        }
        if (known != null) {
            boolean same = known.equals(event.id());
            known = null;
            if (!same) {
                cancel();
                feed.rewound(this);
            }
            return;
        }
        try {
            feed.publish(this, FeedEvent.of(event, rules, event.position() > liveAfter));
        } catch (Throwable e) {
            Failures.rethrowFatal(e);
            cancel();
            feed.failed(this, e);
        }
    }

    @Override
    public void onError(Throwable failure) {
        feed.failed(this, failure);
    }

    /// The service stops.
    @Override
    public void onComplete() {
        feed.close();
    }

    void cancel() {
        cancelled = true;
        Flow.Subscription given = subscription;
        if (given != null) {
            given.cancel();
        }
    }
}
