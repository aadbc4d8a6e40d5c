package dev.cobnut.framework.journal;

import dev.cobnut.framework.journal.PostgresStatements.Appended;
import java.lang.System.Logger.Level;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/// Writes one group into PostgreSQL and returns when its outcome is known.
///
/// **Another member wrote first.** Nothing of the group was written. The appender takes the
/// journal's lock, reads versions and keys, plans the group again and writes it under the lock. No
/// other member can write in between, so only the requests that really collide are rejected.
///
/// **Tags and conditions.** A group that has any is planned under the lock at once. Groups of all
/// members are written one after the other under it, so what the check of a condition does not see
/// comes later. The tags are written in the transaction of their events. All other groups take the
/// one call of `append_group`, as if there were no tags.
///
/// **The connection breaks.** The outcome is not known until it is read from the journal. The
/// appender opens a new connection, however long this takes, and ends the server process of the
/// broken one. It waits until what the journal shows is durable ([PostgresBarrier]). Then it looks
/// for the group's first event. If the event is there, the group was committed. If not, the group
/// cannot be committed any more, and it is written again. After [#RETRY_NANOS_MAX] it is given up
/// instead, because its callers have stopped waiting.
final class PostgresAppender {

    /// Most attempts to write a group, after broken connections or against a program that writes
    /// without the lock.
    private static final int ATTEMPTS_MAX = 16;

    /// A group is attempted again only within this time after its first attempt.
    private static final long RETRY_NANOS_MAX = TimeUnit.SECONDS.toNanos(4);

    private static final System.Logger LOG = System.getLogger(PostgresAppender.class.getName());

    private final PostgresSettings settings;
    private final PostgresWriterConnection link;
    private final InstantSource clock;
    private final GroupCommit.QueueRefusal refusing;
    private final AtomicLong resolved;
    private final LastVersions versions = new LastVersions();
    private final KnownTypes types = new KnownTypes();

    /// @param refusing refuses queued requests while there is no connection
    /// @param resolved counts outcomes that were read from the journal after a broken connection
    PostgresAppender(
            PostgresSettings settings,
            PostgresWriterConnection link,
            InstantSource clock,
            GroupCommit.QueueRefusal refusing,
            AtomicLong resolved) {
        this.settings = settings;
        this.link = link;
        this.clock = clock;
        this.refusing = refusing;
        this.resolved = resolved;
    }

    /// The outcome of a group.
    sealed interface Outcome {

        /// @param outcomes as many as appends, in their order
        /// @param wrote false when no request succeeded, so that there was nothing to write
        record Done(List<AppendResult> outcomes, boolean wrote) implements Outcome {}

        /// Nothing was written.
        record Failed(String reason, PostgresFailure failure) implements Outcome {}

        /// Not known: the journal was closed before the outcome could be read.
        record Undetermined(String reason) implements Outcome {}

        /// Nothing was written, because another member wrote first or the connection broke.
        record Retry(String reason) implements Outcome {}
    }

    Outcome append(List<AppendRequest> appends, PublishedRows published) {
        long startedAtNanos = System.nanoTime();
        String reason = "";
        for (int i = 0; i < ATTEMPTS_MAX; i++) {
            Outcome outcome = attempt(appends, published, i == 0);
            if (!(outcome instanceof Outcome.Retry(String why))) {
                return outcome;
            }
            reason = why;
            if (System.nanoTime() - startedAtNanos > RETRY_NANOS_MAX) {
                break;
            }
        }
        return new Outcome.Failed(reason, PostgresFailure.LOST);
    }

    /// @param allNew false when the group has perhaps a row that is there already
    private Outcome attempt(List<AppendRequest> appends, PublishedRows published, boolean allNew) {
        PostgresStatements statements;
        try {
            statements = link.open();
        } catch (SQLException | JournalException e) {
            return new Outcome.Failed(link.closeGate(e), PostgresFailure.LOST);
        }
        Set<StoredType> newTypes = types.missing(appends);
        if (!newTypes.isEmpty()) {
            try {
                statements.addTypes(newTypes);
                types.addAll(newTypes);
            } catch (SQLException e) {
                return isOpen(e) ? broke(e) : failed(e);
            }
        }
        if (GroupPlan.hasTagsOrConditions(appends)) {
            return planUnderLock(statements, appends, published, allNew);
        }
        GroupPlan plan = new GroupPlan(appends, versions, GroupPlan.Known.NOTHING);
        if (plan.isUncertain() || (plan.isEmpty() && published.isEmpty())) {
            // Without a word with the server, a broken connection would go unnoticed, and versions
            // from before a failover would be believed.
            return planUnderLock(statements, appends, published, allNew);
        }
        try {
            Appended place =
                    statements.append(plan, published, EpochMicros.of(clock.instant()), allNew);
            if (place != null) {
                return done(plan, place);
            }
        } catch (SQLException e) {
            return isOpen(e) ? resolve(plan, e) : failed(e);
        }
        return planUnderLock(statements, appends, published, allNew);
    }

    private Outcome planUnderLock(
            PostgresStatements statements,
            List<AppendRequest> appends,
            PublishedRows published,
            boolean allNew) {
        GroupPlan plan = null;
        try {
            statements.lock();
            plan = new GroupPlan(appends, versions, statements.read(appends));
            if (plan.isEmpty() && published.isEmpty()) {
                statements.unlock(false);
                return new Outcome.Done(plan.outcomes(List.of()), false);
            }
            Appended place =
                    statements.append(plan, published, EpochMicros.of(clock.instant()), allNew);
            if (place != null) {
                statements.insertTags(plan, place);
            }
            statements.unlock(place != null);
            return place == null
                    ? new Outcome.Retry("another program writes the journal without its lock")
                    : done(plan, place);
        } catch (SQLException e) {
            if (isOpen(e)) {
                return plan == null ? broke(e) : resolve(plan, e);
            }
            try {
                statements.unlock(false);
            } catch (SQLException second) {
                e.addSuppressed(second);
                drop(second); // the server rolls back
            }
            return failed(e);
        }
    }

    /// The outcome of the statement is not known, or not durable yet.
    private static boolean isOpen(SQLException failure) {
        return switch (PostgresFailure.of(failure)) {
            case LOST, WAITING -> true;
            case READ_ONLY, NOT_DURABLE, NO_RESOURCES, BUSY, RACED, NO_RIGHTS, STATEMENT -> false;
        };
    }

    private Outcome done(GroupPlan plan, Appended place) {
        plan.rememberIn(versions);
        return new Outcome.Done(
                plan.outcomes(plan.rows(place.beforePosition(), place.beforeMicros())), true);
    }

    /// The next connection may lead to another server, which has less than was seen at this one.
    private void drop(SQLException failure) {
        link.drop(failure);
        versions.clear();
        types.clear();
    }

    /// The connection broke before anything of the group was sent.
    private Outcome broke(SQLException failure) {
        drop(failure);
        return new Outcome.Retry(PostgresFailure.sentence(settings, failure));
    }

    /// Reads the outcome of a group whose connection broke during the write.
    private Outcome resolve(GroupPlan plan, SQLException failure) {
        drop(failure);
        String reason = PostgresFailure.sentence(settings, failure);
        while (true) {
            PostgresStatements statements = link.openWithRetries(refusing);
            if (statements == null) {
                return new Outcome.Undetermined(reason);
            }
            if (plan.isEmpty()) {
                return new Outcome.Retry(reason); // publications only, and they may be repeated
            }
            try {
                Appended found = statements.find(plan);
                resolved.incrementAndGet();
                LOG.log(
                        Level.INFO,
                        "A group whose connection broke was {0}.",
                        found == null ? "not committed" : "committed");
                return found == null ? new Outcome.Retry(reason) : done(plan, found);
            } catch (SQLException e) {
                drop(e);
            }
        }
    }

    /// The server has rolled back.
    private Outcome failed(SQLException failure) {
        String reason = PostgresFailure.sentence(settings, failure);
        PostgresFailure kind = PostgresFailure.of(failure);
        switch (kind) {
            case RACED -> {
                return new Outcome.Retry(reason);
            }
            case LOST, WAITING, READ_ONLY, NOT_DURABLE -> {
                drop(failure);
                link.closeGate(failure);
            }
            case NO_RESOURCES, NO_RIGHTS -> link.closeGate(failure);
            case BUSY ->
                    LOG.log(Level.WARNING, "A group of the journal was not written: {0}", reason);
            case STATEMENT ->
                    LOG.log(Level.ERROR, "A group of the journal was not written.", failure);
        }
        return new Outcome.Failed(reason, kind);
    }
}
