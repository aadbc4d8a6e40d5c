package dev.cobnut.framework.table.owner;

import dev.cobnut.framework.journal.CursorClaim;
import dev.cobnut.framework.journal.Journal;
import dev.cobnut.framework.journal.JournalException;
import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// Ownership of a table by a cursor of the journal. Only the claim is used: how far the rows are is
/// in the memory of the cluster, as the rows are.
final class CursorOwnership implements TableOwnership {

    /// How long no other member takes a table whose owner is silent.
    static final Duration TERM = Duration.ofSeconds(15);

    private static final long RENEW_NANOS = TERM.toNanos() / 3;

    /// What is left of the term when no turn is begun any more.
    private static final long MARGIN_NANOS = TERM.toNanos() / 5;

    private final Journal journal;
    private final String table;
    private final String cursor;
    private final BooleanSupplier mayOwn;
    private final LongSupplier nanoTime;
    private @Nullable CursorClaim claim;
    private long renewedAtNanos;

    CursorOwnership(
            Journal journal,
            String table,
            int version,
            BooleanSupplier mayOwn,
            LongSupplier nanoTime) {
        this.journal = journal;
        this.table = table;
        this.cursor = cursor(table, version);
        this.mayOwn = mayOwn;
        this.nanoTime = nanoTime;
    }

    /// No handler has such a name.
    static String cursor(String table, int version) {
        return "table:" + table + "." + version;
    }

    @Override
    public boolean acquire() {
        if (!mayOwn.getAsBoolean()) {
            return false;
        }
        journal.cursors().register(cursor, 0);
        renewedAtNanos = nanoTime.getAsLong();
        claim = journal.cursors().claim(cursor, TERM);
        return claim != null;
    }

    @Override
    public boolean renew(long position) {
        CursorClaim held = claim;
        if (held == null || !mayOwn.getAsBoolean()) {
            return false;
        }
        long now = nanoTime.getAsLong();
        if (now - renewedAtNanos < RENEW_NANOS) {
            return true;
        }
        try {
            if (!journal.cursors().advance(held, position, TERM, List.of(), List.of())) {
                claim = null;
                return false;
            }
            renewedAtNanos = now;
        } catch (JournalException e) {
            if (now - renewedAtNanos > TERM.toNanos() - MARGIN_NANOS) {
                throw e;
            }
        }
        return true;
    }

    /// Whoever runs a table has claimed its cursor. When this member can claim it, nobody has.
    @Override
    public boolean isLeft(int version) {
        CursorClaim free = journal.cursors().claim(cursor(table, version), TERM);
        if (free != null) {
            journal.cursors().release(free);
        }
        return free != null;
    }

    @Override
    public void release() {
        CursorClaim held = claim;
        claim = null;
        if (held != null) {
            journal.cursors().release(held);
        }
    }
}
