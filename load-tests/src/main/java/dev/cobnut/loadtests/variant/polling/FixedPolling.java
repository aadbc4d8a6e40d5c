package dev.cobnut.loadtests.variant.polling;

import dev.cobnut.framework.autoconfigure.CobnutAutoConfiguration;
import dev.cobnut.framework.delivery.OutboxPublisher;
import dev.cobnut.framework.outbox.OutboxStore;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.context.annotation.Bean;

/// The plug-in `fixed-polling`. Set `cobnut.outbox.pace` to the same interval, so that only the
/// clock starts a poll.
@AutoConfiguration(after = CobnutAutoConfiguration.class)
class FixedPolling {

    /// @param interval time from poll to poll
    /// @param countInterval time from count to count of the pending entries, for the metric
    ///   `lab.outbox.counted`
    @Bean(destroyMethod = "close")
    PollingClock pollingClock(
            OutboxPublisher publisher,
            OutboxStore store,
            MeterRegistry registry,
            @Value("${fixed-polling.interval:100ms}") Duration interval,
            @Value("${fixed-polling.count-interval:1s}") Duration countInterval) {
        PollingClock clock = new PollingClock(publisher, store, interval, countInterval);
        Gauge.builder("lab.outbox.counted", clock::counted).register(registry);
        return clock;
    }
}
