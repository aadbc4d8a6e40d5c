package dev.cobnut.runtime.actor;

import dev.cobnut.runtime.entity.CloseReport;
import dev.cobnut.runtime.mailbox.Mailbox;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
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

    private final String name;
    private final SystemSettings settings;
    private final Counters counters;
    private final int sampleMask;
    private final AtomicLong ids = new AtomicLong();
    private final Set<ActorCell<?>> live = ConcurrentHashMap.newKeySet();
    private final List<Shutdown> shutdowns = new CopyOnWriteArrayList<>();
    private volatile boolean closing;

    private ActorSystem(String name, SystemSettings settings) {
        this.name = name;
        this.settings = settings;
        this.counters = new Counters(this, settings.observer());
        this.sampleMask = settings.sampleEvery() - 1;
    }

    /// With the defaults.
    public static ActorSystem create(String name) {
        return create(name, SystemSettings.defaults());
    }

    /// @param name first part of every actor's path
    public static ActorSystem create(String name, SystemSettings settings) {
        return new ActorSystem(name, settings);
    }

    /// Starts an actor. It runs until it stops itself, is stopped, fails for good, or the system is
    /// closed.
    ///
    /// @throws IllegalStateException when the system is closed or being closed
    public <M> ActorRef<M> spawn(ActorSpec<M> spec) {
        return spawn(spec, null, null);
    }

    /// @param name part of its path; needs not be unique
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

    /// Stops one actor and what it has spawned: it accepts nothing more and handles what it has
    /// accepted until the deadline; what is left then goes to the dead letters. A handler that runs
    /// at the deadline is not interrupted. Waits, at most for the deadline and [Shutdown#GRACE].
    ///
    /// @param deadline in real time
    /// @return what was left, by path
    public CloseReport<String> stop(ActorRef<?> actor, Duration deadline) {
        ActorCell<?> root = (ActorCell<?>) actor;
        return run(new Shutdown(this, List.of(root)), deadline);
    }

    /// Stops all actors, parents before their children, as [#stop]; then the dispatcher and the
    /// clock of the settings. Nothing can be spawned from now on but children.
    ///
    /// @param deadline in real time
    /// @return what was left, by path
    public CloseReport<String> shutdown(Duration deadline) {
        closing = true;
        List<ActorCell<?>> roots = live.stream().filter(cell -> cell.parent == null).toList();
        CloseReport<String> report = run(new Shutdown(this, roots), deadline);
        settings.dispatcher().close();
        settings.clock().close();
        return report;
    }

    /// As [#shutdown] with the deadline of the settings; what was left is logged.
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
            // the shutdown may have looked before this one was there
            cell.stopNow();
            throw closed();
        }
        if (spec.eager()) {
            cell.control(new Control.Start());
        }
        return cell;
    }

    SystemSettings settings() {
        return settings;
    }

    Counters counters() {
        return counters;
    }

    /// Whether the time in the mailbox of its next message is measured.
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
