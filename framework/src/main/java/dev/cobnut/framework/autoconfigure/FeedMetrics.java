package dev.cobnut.framework.autoconfigure;

import dev.cobnut.framework.event.EventFormat;
import dev.cobnut.framework.feed.Feed;
import dev.cobnut.framework.feed.FeedEvent;
import dev.cobnut.framework.feed.FeedObserver;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Timer;
import java.time.InstantSource;
import java.util.concurrent.TimeUnit;

/// Records what the live feed does in Micrometer.
final class FeedMetrics implements FeedObserver {

    private final Metrics metrics;
    private final InstantSource clock;
    private final Counter sent;
    private final Counter cutOff;
    private final Timer lag;

    FeedMetrics(Metrics metrics, InstantSource clock) {
        this.metrics = metrics;
        this.clock = clock;
        sent = metrics.counter(Meter.FEED_SENT);
        cutOff = metrics.counter(Meter.FEED_CUT_OFF);
        lag = metrics.histogram(Meter.FEED_LAG);
    }

    void register(Feed feed) {
        metrics.gauge(Meter.FEED_CLIENTS, feed::clients);
        metrics.gauge(Meter.FEED_BUFFERED, feed::bufferedBytes);
    }

    @Override
    public void sent(FeedEvent event) {
        sent.increment();
        if (event.isLive()) {
            long micros = EventFormat.micros(clock.instant()) - event.event().recordedAtMicros();
            lag.record(Math.max(0, micros), TimeUnit.MICROSECONDS);
        }
    }

    @Override
    public void cutOff() {
        cutOff.increment();
    }
}
