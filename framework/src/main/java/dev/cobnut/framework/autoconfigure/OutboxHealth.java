package dev.cobnut.framework.autoconfigure;

import dev.cobnut.framework.pipeline.DeliveryRuntime;
import java.time.Duration;
import java.util.function.Supplier;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/// DOWN when the oldest undelivered event is older than a limit, or when nothing delivers.
final class OutboxHealth implements HealthIndicator {

    private final Supplier<Duration> oldestAge;
    private final Duration oldestAgeMax;
    private final DeliveryRuntime delivery;

    OutboxHealth(Supplier<Duration> oldestAge, Duration oldestAgeMax, DeliveryRuntime delivery) {
        this.oldestAge = oldestAge;
        this.oldestAgeMax = oldestAgeMax;
        this.delivery = delivery;
    }

    @Override
    public Health health() {
        Duration age = oldestAge.get();
        Health.Builder health =
                age.compareTo(oldestAgeMax) > 0 || !delivery.isRunning()
                        ? Health.down()
                        : Health.up();
        return health.withDetail("oldestPendingSeconds", age.toSeconds())
                .withDetail("oldestPendingSecondsMax", oldestAgeMax.toSeconds())
                .withDetail("deliveryRuns", delivery.isRunning())
                .build();
    }
}
