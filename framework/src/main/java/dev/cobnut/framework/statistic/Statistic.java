package dev.cobnut.framework.statistic;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

/// What a statistic sums up. Declared as a bean; [Statistics] keeps it up to date.
///
/// `reader`, `key`, `empty` and `add` are called on the threads of the Jet job; they must give the
/// same for the same events. `begin` and `commit` are called by one thread at a time and must not
/// wait.
///
/// @param <F> a fact: what one event says
/// @param <K> the key of a sum; with `equals` and `hashCode`
/// @param <A> a sum; mutable
public interface Statistic<F, K, A> {

    /// Lower-case letters, digits and `-`; no other statistic of the service has it.
    String name();

    /// Age of the oldest events that are read, by their time of record.
    Duration history();

    /// Makes facts of events. Each run of the job has a reader of its own.
    FactReader<F> reader();

    K key(F fact);

    /// A sum of nothing.
    A empty();

    void add(A sum, F fact);

    /// Forgets all sums.
    ///
    /// @param position events through this position are not read
    /// @param since the time of record before which those events are
    void begin(long position, Instant since);

    /// Adds changes to the sums, all or none as its readers see it. After a failure, everything
    /// begins anew.
    ///
    /// @param position the sums contain the events through this position
    void commit(long position, List<Change<K, A>> changes);

    /// What a window has added to the sum of a key. A key may have several changes in one commit.
    record Change<K, A>(K key, A sum) {}
}
