package dev.cobnut.framework.autoconfigure.actuator;

import dev.cobnut.framework.journal.Journal;
import dev.cobnut.framework.journal.JournalState;
import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;

/// DOWN while the journal takes no commands.
final class JournalHealth extends AbstractHealthIndicator {

    private final Journal journal;

    JournalHealth(Journal journal) {
        this.journal = journal;
    }

    @Override
    protected void doHealthCheck(Health.Builder builder) {
        switch (journal.state()) {
            case JournalState.Writable() -> builder.up();
            case JournalState.NotWritable(var reason, boolean lasting) ->
                    builder.down().withDetail("reason", reason).withDetail("needsRestart", lasting);
        }
    }
}
