package dev.cobnut.framework.autoconfigure.actuator;

import dev.cobnut.framework.delivery.DeliveryRuntime;
import java.time.Duration;
import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;

/// DOWN when the oldest undelivered event is older than the limit, or when the delivery job does
/// not run.
final class OutboxHealth extends AbstractHealthIndicator {

    private final Duration oldestAgeMax;
    private final DeliveryRuntime delivery;

    OutboxHealth(Duration oldestAgeMax, DeliveryRuntime delivery) {
        this.oldestAgeMax = oldestAgeMax;
        this.delivery = delivery;
    }

    @Override
    protected void doHealthCheck(Health.Builder builder) {
        Duration age = delivery.oldestPendingAge();
        boolean running = delivery.isRunning();
        (age.compareTo(oldestAgeMax) > 0 || !running ? builder.down() : builder.up())
                .withDetail("oldestPendingSeconds", age.toSeconds())
                .withDetail("oldestPendingSecondsMax", oldestAgeMax.toSeconds())
                .withDetail("deliveryRuns", running);
    }
}
