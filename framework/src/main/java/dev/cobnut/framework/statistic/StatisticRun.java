package dev.cobnut.framework.statistic;

import dev.cobnut.framework.journal.Journal;
import dev.cobnut.framework.journal.JournalPages;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/// One statistic on this member: how far its sums are, and the session that continues them.
/// Thread-safe.
///
/// Sessions have numbers, and only the last one may commit. So a job that ends late changes
/// nothing.
final class StatisticRun<F, K, A> {

    private final Statistic<F, K, A> statistic;
    private final Journal journal;
    private final InstantSource clock;
    private final AtomicLong restarts = new AtomicLong();
    private @Nullable StatisticSession<F, K, A> session;
    private long sessions;

    /// Null when the sums are to begin anew.
    private volatile @Nullable Mark committed;

    private volatile @Nullable Instant asOf;

    StatisticRun(Statistic<F, K, A> statistic, Journal journal, InstantSource clock) {
        this.statistic = statistic;
        this.journal = journal;
        this.clock = clock;
    }

    String name() {
        return statistic.name();
    }

    Statistic<F, K, A> statistic() {
        return statistic;
    }

    StatisticStatus status() {
        Instant upTo = asOf; // before the position, which may only be later
        Mark reached = committed;
        if (reached == null || upTo == null) {
            return new StatisticStatus(
                    name(), reached == null ? 0 : reached.position(), null, restarts.get());
        }
        return new StatisticStatus(
                name(),
                reached.position(),
                upTo.truncatedTo(ChronoUnit.MICROS), // as all times
                restarts.get());
    }

    void countRestart() {
        restarts.incrementAndGet();
    }

    /// Begins the session of a job. The one before may not commit any more.
    ///
    /// @throws dev.cobnut.framework.journal.JournalException when the journal does not answer
    StatisticSession<F, K, A> begin() {
        if (committed == null) {
            beginAnew(clock.instant().minus(statistic.history()));
        }
        return next();
    }

    private void beginAnew(Instant since) {
        // Not under the lock, which Jet's cooperative threads take.
        Mark from = new Mark(journal.cursors().positionBefore(since), null, null);
        synchronized (this) {
            statistic.begin(from.position(), since);
            committed = from;
        }
    }

    private synchronized StatisticSession<F, K, A> next() {
        Mark from = Objects.requireNonNull(committed, "a job that ends late has lost events");
        sessions++;
        StatisticSession<F, K, A> begun =
                new StatisticSession<>(
                        this,
                        sessions,
                        new JournalPages(journal.cursors(), from.position(), from.lastEvent()),
                        from,
                        clock);
        session = begun;
        return begun;
    }

    /// @throws IllegalStateException when another session has followed
    synchronized StatisticSession<F, K, A> session(long number) {
        StatisticSession<F, K, A> current = Objects.requireNonNull(session, "no session");
        requireCurrent(number);
        return current;
    }

    private void requireCurrent(long number) {
        if (number != sessions) {
            throw new IllegalStateException(
                    "session %d of the statistic %s has been followed by session %d"
                            .formatted(number, name(), sessions));
        }
    }

    /// @throws RuntimeException when the sums cannot take the changes; they begin anew then
    synchronized void commit(long number, Mark mark, List<Statistic.Change<K, A>> changes) {
        requireCurrent(number);
        try {
            statistic.commit(mark.position(), changes);
        } catch (RuntimeException | Error e) {
            forget();
            throw e;
        }
        committed = mark;
        if (mark.asOf() != null) {
            asOf = mark.asOf();
        }
    }

    /// At an instant, the journal ended at a position.
    synchronized void sawEnd(long position, Instant at) {
        Mark reached = committed;
        if (reached != null && reached.position() == position) {
            asOf = at;
        }
    }

    /// Begins anew with the next session: the sums are wrong, or the journal is another one.
    synchronized void forget() {
        sessions++;
        committed = null;
        asOf = null;
    }

    /// True when events were committed after the last ones of the sums. Asks the journal.
    boolean isBehind() {
        Instant at = clock.instant();
        long last = journal.lastPosition();
        sawEnd(last, at);
        Mark reached = committed;
        return reached == null || reached.position() != last;
    }
}
