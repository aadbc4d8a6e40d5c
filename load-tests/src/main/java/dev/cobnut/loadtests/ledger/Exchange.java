package dev.cobnut.loadtests.ledger;

import dev.cobnut.loadtests.orders.Answer;
import dev.cobnut.loadtests.orders.CommandRequest;
import org.jspecify.annotations.Nullable;

/// One attempt of a command and its answer.
///
/// @param answer null when there was none
public record Exchange(CommandRequest command, @Nullable Answer answer) {

    public boolean acknowledged() {
        return answer != null && answer.acknowledges();
    }

    public boolean refused() {
        return answer != null && answer.refuses();
    }
}
