package dev.cobnut.framework.autoconfigure;

import dev.cobnut.framework.autoconfigure.tracing.Tracing;
import dev.cobnut.framework.feed.Feed;
import dev.cobnut.framework.feed.FeedObserver;
import dev.cobnut.framework.feed.FeedRules;
import dev.cobnut.framework.journal.Journal;
import dev.cobnut.framework.subscription.Events;
import java.time.InstantSource;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.annotation.Bean;

/// Adds the live feed of an application that has rules for one.
@AutoConfiguration(after = CobnutAutoConfiguration.class)
@ConditionalOnBean(FeedRules.class)
public class CobnutFeedAutoConfiguration {

    @Bean
    Feed feed(
            Journal journal,
            Events events,
            FeedRules rules,
            CobnutProperties properties,
            Metrics metrics,
            InstantSource clock,
            ObjectProvider<Tracing> tracing) {
        var counts = new FeedMetrics(metrics, clock);
        Tracing traces = tracing.getIfAvailable();
        FeedObserver observer = traces == null ? counts : traces.before(counts);
        var feed = new Feed(journal, events, rules, properties.feed().settings(), observer);
        counts.register(feed);
        return feed;
    }

    @Bean
    FeedEnding feedEnding(Feed feed) {
        return new FeedEnding(feed);
    }

    /// Ends all clients before the web server waits for the requests that run: feeds do not end by
    /// themselves.
    static final class FeedEnding implements SmartLifecycle {

        private final Feed feed;
        private volatile boolean running;

        FeedEnding(Feed feed) {
            this.feed = feed;
        }

        @Override
        public void start() {
            running = true;
        }

        @Override
        public void stop() {
            running = false;
            feed.close();
        }

        @Override
        public boolean isRunning() {
            return running;
        }

        /// A closed feed cannot be opened again.
        @Override
        public boolean isPauseable() {
            return false;
        }

        /// The web server's graceful end begins after the beans of this phase have stopped.
        @Override
        public int getPhase() {
            return SmartLifecycle.DEFAULT_PHASE;
        }
    }
}
