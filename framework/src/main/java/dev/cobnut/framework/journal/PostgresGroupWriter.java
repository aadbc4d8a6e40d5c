package dev.cobnut.framework.journal;

import dev.cobnut.framework.journal.AppendResult.Unavailable;
import dev.cobnut.framework.journal.AppendResult.Unknown;
import dev.cobnut.framework.journal.JournalState.NotWritable;
import dev.cobnut.framework.journal.PostgresAppender.Outcome;
import java.lang.System.Logger.Level;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/// Writes groups into PostgreSQL ([PostgresAppender]), and probes the server while the gate is
/// closed.
///
/// One of a member's writers writes at a time ([CommitOrder]); another may call its listener
/// meanwhile.
///
/// When the server does not accept the content of a group, the group is divided until what cannot
/// be written is alone.
final class PostgresGroupWriter implements GroupWriter, AutoCloseable {

    /// Time between two probes.
    private static final long PROBE_INTERVAL_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    private static final System.Logger LOG = System.getLogger(PostgresGroupWriter.class.getName());

    private final PostgresWriterConnection link;
    private final PostgresAppender appending;
    private final WriteGate gate;
    private final CommitOrder order;

    /// The turn of the last group; 0 when it has none.
    private long turn;

    private long probeAtNanos;

    /// @param order the turns of this member's writers
    PostgresGroupWriter(
            PostgresWriterConnection link,
            PostgresAppender appending,
            WriteGate gate,
            CommitOrder order) {
        this.link = link;
        this.appending = appending;
        this.gate = gate;
        this.order = order;
    }

    @Override
    public Written write(List<AppendRequest> appends, List<Publication> publications) {
        turn = 0;
        order.lock();
        try {
            if (gate.state() instanceof NotWritable(String reason, _)) {
                return notWritten(appends, publications, reason);
            }
            Written written = writeInOrder(appends, publications);
            if (written.committed() && !appends.isEmpty()) {
                turn = order.nextTurn();
            }
            return written;
        } finally {
            order.unlock();
        }
    }

    private Written writeInOrder(List<AppendRequest> appends, List<Publication> publications) {
        Outcome outcome = appending.append(appends, PublishedRows.of(publications));
        return isRefusedByTheServer(outcome) && appends.size() + publications.size() > 1
                ? Written.inParts(appends, publications, this::writeInOrder)
                : written(appends, publications, outcome);
    }

    private static boolean isRefusedByTheServer(Outcome outcome) {
        return outcome instanceof Outcome.Failed(_, PostgresFailure failure)
                && failure == PostgresFailure.STATEMENT;
    }

    private static Written written(
            List<AppendRequest> appends, List<Publication> publications, Outcome outcome) {
        return switch (outcome) {
            case Outcome.Done(List<AppendResult> outcomes, boolean wrote) ->
                    new Written(outcomes, Map.of(), wrote);
            case Outcome.Failed(String reason, _) -> notWritten(appends, publications, reason);
            case Outcome.Retry(String reason) -> notWritten(appends, publications, reason);
            case Outcome.Undetermined(String reason) ->
                    Written.none(appends, publications, new Unknown(reason), reason);
        };
    }

    private static Written notWritten(
            List<AppendRequest> appends, List<Publication> publications, String reason) {
        return Written.none(appends, publications, new Unavailable(reason), reason);
    }

    /// The turn of the group that was just written, 0 when it has none.
    long turn() {
        return turn;
    }

    /// Opens a closed gate when there is a connection. The next group then shows if the server
    /// accepts writes.
    @Override
    public long upkeep() {
        if (!(gate.state() instanceof NotWritable(_, boolean lasting)) || lasting) {
            probeAtNanos = 0;
            return NEVER;
        }
        long now = System.nanoTime();
        if (probeAtNanos == 0) {
            probeAtNanos = now + PROBE_INTERVAL_NANOS;
        }
        if (probeAtNanos - now > 0) {
            return probeAtNanos - now;
        }
        probeAtNanos = 0;
        try {
            if (link.isOpen()) {
                gate.reopen();
            } else {
                link.open();
            }
            return NEVER;
        } catch (SQLException | JournalException e) {
            LOG.log(Level.DEBUG, "The journal's server still cannot be reached.", e);
            probeAtNanos = System.nanoTime() + PROBE_INTERVAL_NANOS;
            return PROBE_INTERVAL_NANOS;
        }
    }

    @Override
    public void close() {
        link.close();
    }
}
