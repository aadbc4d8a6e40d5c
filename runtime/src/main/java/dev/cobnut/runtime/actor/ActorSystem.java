package dev.cobnut.runtime.actor;

import dev.cobnut.runtime.entity.CloseReport;
import dev.cobnut.runtime.mailbox.Mailbox;
import dev.cobnut.runtime.scheduler.DeadlineClock;
import dev.cobnut.runtime.scheduler.Dispatcher;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/// Actors, the threads that run them, and the clock of their deadlines. Thread-safe.
///
/// ```java
/// try (ActorSystem system = ActorSystem.create("bank")) {
///     ActorRef<Message> account = system.spawn(ActorSpec.of(Account::new));
///     account.tell(new Deposit(100));
///     AskResult<Long> balance = account.ask(Balance::new, Duration.ofSeconds(1)).await();
/// }
/// ```
public final class ActorSystem implements AutoCloseable {

    private static final Logger LOG = System.getLogger(ActorSystem.class.getName());

    /// The parts of a system.
    ///
    /// @param dispatcher runs the actors whose spec names none. The system closes it; the maker of
    ///   any other dispatcher closes that one
    /// @param observer gets dead letters, failures and ends
    /// @param sampleEvery measures the time in the mailbox of one in so many messages of an actor,
    ///   a power of two; 0 for never. A measured message costs an object
    /// @param clock deadlines of asks, timers, backoff
    /// @param random jitter of the backoff; used by many threads
    /// @param closeDeadline how long [ActorSystem#close()] lets actors handle accepted messages
    public record Settings(
            Dispatcher dispatcher,
            ActorObserver observer,
            int sampleEvery,
            DeadlineClock clock,
            RandomGenerator random,
            Duration closeDeadline) {

        public static final Duration CLOSE_DEADLINE_DEFAULT = Duration.ofSeconds(10);

        public Settings {
            if (sampleEvery < 0 || Integer.bitCount(sampleEvery) > 1) {
                throw new IllegalArgumentException(
                        "sampleEvery must be 0 or a power of two, but was " + sampleEvery);
            }
        }

        /// A virtual thread per active actor, no observer, no samples.
        public static Settings defaults() {
            return new Settings(
                    Dispatcher.virtual(),
                    ActorObserver.none(),
                    0,
                    DeadlineClock.system(),
                    () -> ThreadLocalRandom.current().nextLong(),
                    CLOSE_DEADLINE_DEFAULT);
        }

        public Settings withDispatcher(Dispatcher other) {
            return new Settings(other, observer, sampleEvery, clock, random, closeDeadline);
        }

        public Settings withObserver(ActorObserver other) {
            return new Settings(dispatcher, other, sampleEvery, clock, random, closeDeadline);
        }

        public Settings withSampleEvery(int other) {
            return new Settings(dispatcher, observer, other, clock, random, closeDeadline);
        }

        public Settings withClock(DeadlineClock other) {
            return new Settings(dispatcher, observer, sampleEvery, other, random, closeDeadline);
        }

        public Settings withRandom(RandomGenerator other) {
            return new Settings(dispatcher, observer, sampleEvery, clock, other, closeDeadline);
        }

        public Settings withCloseDeadline(Duration other) {
            return new Settings(dispatcher, observer, sampleEvery, clock, random, other);
        }
    }

    private final String name;
    private final Settings settings;
    private final ActorCounters counters;
    private final int sampleMask;
    private final AtomicLong ids = new AtomicLong();
    private final Set<ActorCell<?>> live = ConcurrentHashMap.newKeySet();
    private final List<Shutdown> shutdowns = new CopyOnWriteArrayList<>();
    private volatile boolean closing;

    private ActorSystem(String name, Settings settings) {
        this.name = name;
        this.settings = settings;
        this.counters = new ActorCounters(this, settings.observer());
        this.sampleMask = settings.sampleEvery() - 1;
    }

    /// With the defaults.
    public static ActorSystem create(String name) {
        return create(name, Settings.defaults());
    }

    /// @param name first part of every actor's path
    public static ActorSystem create(String name, Settings settings) {
        return new ActorSystem(name, settings);
    }

    /// Starts an actor. It runs until it stops itself, is stopped, fails for good, or the system is
    /// closed.
    ///
    /// @throws IllegalStateException when the system is closed or being closed
    public <M> ActorRef<M> spawn(ActorSpec<M> spec) {
        return spawn(spec, null, null);
    }

    /// @param name part of its path; need not be unique
    /// @throws IllegalStateException when the system is closed or being closed
    public <M> ActorRef<M> spawn(String name, ActorSpec<M> spec) {
        return spawn(spec, null, name);
    }

    public ActorMetrics metrics() {
        return counters;
    }

    public DeadlineClock clock() {
        return settings.clock();
    }

    public String name() {
        return name;
    }

    /// Stops one actor and its descendants. They accept nothing more and handle the accepted
    /// messages until the deadline. The messages that are left then go to the dead letters. A
    /// handler that runs at the deadline is not interrupted. Waits, at most for the deadline and a
    /// second.
    ///
    /// @param deadline in real time
    /// @return the messages that were left, by path
    public CloseReport<String> stop(ActorRef<?> actor, Duration deadline) {
        ActorCell<?> root = (ActorCell<?>) actor;
        return run(new Shutdown(this, List.of(root)), deadline);
    }

    /// Stops all actors as [#stop], parents before their children, then the dispatcher and the
    /// clock of the settings. From now on only children can be spawned.
    ///
    /// @param deadline in real time
    /// @return the messages that were left, by path
    public CloseReport<String> shutdown(Duration deadline) {
        closing = true;
        List<ActorCell<?>> roots = live.stream().filter(cell -> cell.parent == null).toList();
        CloseReport<String> report = run(new Shutdown(this, roots), deadline);
        settings.dispatcher().close();
        settings.clock().close();
        return report;
    }

    /// As [#shutdown] with the deadline of the settings. Logs the messages that were left.
    @Override
    public void close() {
        CloseReport<String> report = shutdown(settings.closeDeadline());
        if (!report.isClean()) {
            LOG.log(Level.WARNING, "messages were left when {0} was closed: {1}", name, report);
        }
    }

    <M> ActorRef<M> spawn(
            ActorSpec<M> spec, @Nullable ActorCell<?> parent, @Nullable String actorName) {
        if (closing && parent == null) {
            throw closed();
        }
        long id = ids.incrementAndGet();
        Dispatcher own = spec.dispatcher();
        Dispatcher dispatcher = own == null ? settings.dispatcher() : own;
        ActorCell<M> cell =
                new ActorCell<>(this, spec, dispatcher.lane(spec.key(), id), parent, id, actorName);
        live.add(cell);
        if (closing && parent == null) {
            // the shutdown may have looked before this actor was there
            cell.stopNow();
            throw closed();
        }
        if (spec.eager()) {
            cell.control(new Control.Start());
        }
        return cell;
    }

    Settings settings() {
        return settings;
    }

    ActorCounters counters() {
        return counters;
    }

    /// True when the next message of this mailbox is measured.
    boolean isSampled(Mailbox<?> mailbox) {
        return sampleMask >= 0 && (mailbox.accepted() & sampleMask) == 0;
    }

    Collection<ActorCell<?>> live() {
        return live;
    }

    void gone(ActorCell<?> cell) {
        live.remove(cell);
    }

    /// Messages of an actor went to the dead letters because it stopped.
    void left(ActorCell<?> cell, int messages) {
        for (Shutdown shutdown : shutdowns) {
            shutdown.left(cell, messages);
        }
    }

    private CloseReport<String> run(Shutdown shutdown, Duration deadline) {
        shutdowns.add(shutdown);
        try {
            return shutdown.run(deadline);
        } finally {
            shutdowns.remove(shutdown);
        }
    }

    private IllegalStateException closed() {
        return new IllegalStateException("the actor system " + name + " is closed");
    }
}
