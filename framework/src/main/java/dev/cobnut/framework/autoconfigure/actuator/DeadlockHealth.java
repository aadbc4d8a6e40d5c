package dev.cobnut.framework.autoconfigure.actuator;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;

/// DOWN when platform threads wait for each other for ever: only a restart helps. Nothing that
/// passes belongs here, for a member that is restarted because its database is away does not bring
/// the database back.
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
