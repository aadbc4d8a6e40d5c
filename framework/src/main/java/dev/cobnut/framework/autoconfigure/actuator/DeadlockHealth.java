package dev.cobnut.framework.autoconfigure.actuator;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;

/// DOWN when platform threads are deadlocked: only a restart helps. Temporary faults do not belong
/// here. A restart of a member does not bring back an unavailable database.
final class DeadlockHealth extends AbstractHealthIndicator {

    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();

    @Override
    protected void doHealthCheck(Health.Builder builder) {
        long[] deadlocked = threads.findDeadlockedThreads();
        if (deadlocked == null) {
            builder.up();
        } else {
            builder.down().withDetail("deadlockedThreads", deadlocked.length);
        }
    }
}
