package dev.cobnut.framework.table;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// A table is being built from the journal for the first time, so an answer would lack rows. An
/// HTTP service answers 503 with `Retry-After`.
public final class TableBuildingException extends RuntimeException {

    private static final long serialVersionUID = 1;

    private final transient @Nullable TableProgress progress;

    /// @param progress of the first build; null when it begins
    public TableBuildingException(String table, @Nullable TableProgress progress) {
        super(
                "the table "
                        + table
                        + " is being built from the journal, "
                        + (progress == null ? "it begins" : progress.sentence()));
        this.progress = progress;
    }

    /// When it is worth while to ask again, in seconds, from 1 to 60.
    public int retryAfterSeconds() {
        Duration left = progress == null ? null : progress.left();
        return left == null ? 1 : Math.clamp(left.toSeconds(), 1, 60);
    }
}
