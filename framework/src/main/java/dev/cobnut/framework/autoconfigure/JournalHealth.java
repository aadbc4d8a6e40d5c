package dev.cobnut.framework.autoconfigure;

import dev.cobnut.framework.journal.Journal;
import dev.cobnut.framework.journal.JournalState;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/// DOWN while the journal takes no commands.
final class JournalHealth implements HealthIndicator {

    private final Journal journal;

    JournalHealth(Journal journal) {
        this.journal = journal;
    }

    @Override
    public Health health() {
        return switch (journal.state()) {
            case JournalState.Writable() -> Health.up().build();
            case JournalState.NotWritable(var reason, boolean lasting) ->
                    Health.down()
                            .withDetail("reason", reason)
                            .withDetail("needsRestart", lasting)
                            .build();
        };
    }
}
