package dev.cobnut.framework.statistic;

import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.core.HazelcastInstanceNotActiveException;
import com.hazelcast.jet.Job;
import dev.cobnut.framework.event.Failures;
import dev.cobnut.framework.event.UnusableDomainException;
import dev.cobnut.framework.journal.Journal;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Keeps all statistics of a service up to date on this member. Thread-safe.
///
/// Each statistic has a light Jet job while there are events for it. A job that has seen no event
/// for a while ends, so that an idle member has none. One thread looks every second whether a job
/// is to be submitted.
public final class Statistics implements AutoCloseable {

    private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9-]{0,99}");

    /// Time between two looks, and so the pause after a job that failed.
    private static final Duration LOOK = Duration.ofSeconds(1);

    /// Silence of a source after which its job is given up. Jet waits for answers of other members
    /// when it starts a job, and such an answer can be lost with a connection.
    private static final Duration SILENCE_MAX = Duration.ofSeconds(20);

    /// Longest wait of a stop for the running jobs.
    private static final Duration CLOSE_MAX = Duration.ofSeconds(10);

    private static final Logger LOG = System.getLogger(Statistics.class.getName());

    private final HazelcastInstance hazelcast;
    private final Map<String, Supervised<?, ?, ?>> all = new LinkedHashMap<>();
    private final CountDownLatch closed = new CountDownLatch(1);
    private final Thread thread =
            Thread.ofPlatform().name("cobnut-statistics").daemon(true).unstarted(this::supervise);

    /// @throws UnusableDomainException when two statistics have one name, or one has a name that
    ///   cannot be
    public Statistics(
            List<? extends Statistic<?, ?, ?>> statistics,
            Journal journal,
            HazelcastInstance hazelcast,
            InstantSource clock) {
        this.hazelcast = hazelcast;
        for (Statistic<?, ?, ?> statistic : statistics) {
            String name = statistic.name();
            if (!NAME.matcher(name).matches()) {
                throw new UnusableDomainException(
                        "a statistic is named '"
                                + name
                                + "'; a name begins with a lower-case letter and has at most 100"
                                + " lower-case letters, digits and -");
            }
            if (all.put(name, supervised(statistic, journal, clock)) != null) {
                throw new UnusableDomainException(
                        "two statistics are named " + name + "; give one of them another name");
            }
        }
    }

    private <F, K, A> Supervised<F, K, A> supervised(
            Statistic<F, K, A> statistic, Journal journal, InstantSource clock) {
        return new Supervised<>(new StatisticRun<>(statistic, journal, clock));
    }

    /// Called once, when the journal has started.
    public void start() {
        if (all.isEmpty()) {
            return;
        }
        all.values().forEach(one -> StatisticPipeline.register(hazelcast, one.run));
        thread.start();
    }

    public Set<String> names() {
        return Set.copyOf(all.keySet());
    }

    /// How far a statistic is. Cheap.
    ///
    /// @throws IllegalArgumentException when there is no statistic of this name
    public StatisticStatus status(String name) {
        return of(name).run.status();
    }

    /// True while the job of a statistic runs on this member.
    ///
    /// @throws IllegalArgumentException when there is no statistic of this name
    public boolean isRunning(String name) {
        return of(name).isRunning();
    }

    private Supervised<?, ?, ?> of(String name) {
        Supervised<?, ?, ?> found = all.get(name);
        if (found == null) {
            throw new IllegalArgumentException(
                    "there is no statistic '" + name + "'; there are " + all.keySet());
        }
        return found;
    }

    private void supervise() {
        try {
            do {
                all.values().forEach(Supervised::look);
            } while (!closed.await(LOOK.toNanos(), TimeUnit.NANOSECONDS));
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt(); // nobody else has this thread
        }
    }

    /// Ends the jobs. Called before the journal closes.
    @Override
    public void close() {
        closed.countDown();
        try {
            boolean _ = !thread.isAlive() || thread.join(CLOSE_MAX);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        all.values().forEach(Supervised::end);
        all.values().forEach(Supervised::awaitEnd);
    }

    /// One statistic and its job.
    private final class Supervised<F, K, A> {

        private final StatisticRun<F, K, A> run;
        private volatile @Nullable Job job;
        private volatile @Nullable StatisticSession<F, K, A> session;
        private @Nullable String toldFailure;

        Supervised(StatisticRun<F, K, A> run) {
            this.run = run;
        }

        boolean isRunning() {
            Job current = job;
            return current != null && !current.getFuture().isDone();
        }

        /// Submits the job unless it runs or has nothing to do.
        void look() {
            if (isRunning() && !isSilent()) {
                return;
            }
            try {
                Job before = job;
                job = null;
                if (before != null) {
                    tellEnd(before);
                }
                if (run.isBehind()) {
                    StatisticSession<F, K, A> begun = run.begin();
                    session = begun;
                    job =
                            hazelcast
                                    .getJet()
                                    .newLightJob(
                                            StatisticPipeline.createFor(
                                                    hazelcast
                                                            .getCluster()
                                                            .getLocalMember()
                                                            .getAddress(),
                                                    run.name(),
                                                    begun.number()));
                }
            } catch (Throwable e) {
                Failures.rethrowFatal(e);
                tell(e);
            }
        }

        private boolean isSilent() {
            StatisticSession<F, K, A> current = session;
            return current != null && current.silence().compareTo(SILENCE_MAX) > 0;
        }

        private void tellEnd(Job ended) {
            if (!ended.getFuture().isDone()) {
                end(); // when it begins after all
                run.countRestart();
                tell(new IllegalStateException("it did nothing for " + SILENCE_MAX));
            } else if (ended.getFuture().isCompletedExceptionally()) {
                run.countRestart();
                tell(ended.getFuture().exceptionNow());
            } else {
                toldFailure = null;
            }
        }

        private void tell(Throwable failure) {
            if (closed.getCount() == 0) {
                return;
            }
            String reason = failure.toString();
            LOG.log(
                    reason.equals(toldFailure) ? Level.DEBUG : Level.WARNING,
                    "the job of the statistic "
                            + run.name()
                            + " ended, as it does when a member leaves, and is submitted again: "
                            + reason,
                    failure);
            toldFailure = reason;
        }

        void end() {
            StatisticSession<F, K, A> current = session;
            if (current != null) {
                current.end();
            }
        }

        /// A member that stops under a job logs failures of the job.
        void awaitEnd() {
            Job current = job;
            if (current == null) {
                return;
            }
            try {
                var _ = current.getFuture().get(CLOSE_MAX.toMillis(), TimeUnit.MILLISECONDS);
            } catch (HazelcastInstanceNotActiveException
                    | CancellationException
                    | ExecutionException e) {
                LOG.log(Level.DEBUG, "the job of a statistic ended with its member", e);
            } catch (TimeoutException _) {
                LOG.log(
                        Level.WARNING,
                        "the job of the statistic " + run.name() + " did not end in time");
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
