package dev.cobnut.runtime.entity;

import dev.cobnut.runtime.mailbox.Mailbox;
import dev.cobnut.runtime.mailbox.Mailbox.Offer;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// Entities by key. Each has a bounded mailbox and one writer at a time. Its first message creates
/// it. It is passivated (its state is dropped) when it is idle or memory is needed. Thread-safe.
///
/// This class takes the messages. [Turns] explains how one writer at a time handles them and why
/// none is lost. [Residents] explains how keys come and go, and how their number stays bounded.
///
/// # The cost of a message
///
/// A new key that is asked by [#askAndWait] costs the cell and its node in the map, the entity and
/// the result. It needs no mailbox, no future and no thread. A queued message costs an envelope and
/// its future, and a virtual thread per up to `turnBatchMax` messages.
///
/// @param <K> keys, with equals and hashCode
/// @param <M> messages
/// @param <R> replies
public final class Entities<K, M, R> {

    private final DispatchSettings settings;
    private final CountingObserver observer;
    private final LongSupplier nanoTime;
    private final Turns<K, M, R> turns;
    private final Residents<K, M, R> residents;
    private final Passivator passivator;

    /// Turns on virtual threads, in real time.
    ///
    /// @param factory makes the entity of a key, on the thread that handles its first message; may
    ///   block
    public Entities(
            DispatchSettings settings,
            Function<? super K, ? extends Entity<M, R>> factory,
            DispatchObserver observer) {
        this(settings, factory, observer, System::nanoTime, Thread::startVirtualThread);
    }

    /// @param factory makes the entity of a key, on the thread that handles its first message; may
    ///   block
    /// @param nanoTime for idleness and time in the mailbox; deadlines are in real time
    /// @param turns runs a task on another thread, soon. It needs no bound of its own: there are at
    ///   most as many turns as active entities. When it refuses, the messages that wait for the
    ///   turn are answered `Rejected(CLOSED)`
    public Entities(
            DispatchSettings settings,
            Function<? super K, ? extends Entity<M, R>> factory,
            DispatchObserver observer,
            LongSupplier nanoTime,
            Executor turns) {
        this.settings = settings;
        this.observer = new CountingObserver(observer);
        this.nanoTime = nanoTime;
        this.turns =
                new Turns<>(
                        settings.turnBatchMax(),
                        factory,
                        this.observer,
                        nanoTime,
                        turns,
                        this::released);
        this.residents = new Residents<>(settings, this.turns);
        this.passivator = new Passivator(this);
    }

    /// Starts the thread that calls [#passivateIdle] every second while an entity is resident.
    /// Called at most once. Without it only `residentMax` passivates entities.
    public void start() {
        passivator.start();
    }

    /// Sends a message and never blocks: the handler runs on another thread.
    ///
    /// @return completed with any result except `TimedOut`, never exceptionally. Dependent stages
    ///   run in the entity's turn: they must not block, or they bring their own executor
    public CompletableFuture<AskResult<R>> ask(K key, M message) {
        CompletableFuture<AskResult<R>> answer = new CompletableFuture<>();
        switch (queue(key, new Envelope<>(message, answer, nanoTime.getAsLong()))) {
            case ACCEPTED -> {}
            case FULL -> answer.complete(rejected(AskResult.Reason.FULL));
            case CLOSED -> answer.complete(rejected(AskResult.Reason.CLOSED));
        }
        return answer;
    }

    /// Sends a message and waits for its result, for callers on virtual threads (or any that may
    /// block). If the entity is free, the handler runs on the calling thread.
    ///
    /// @param deadline longest wait behind other messages and for a handler on another thread; a
    ///   handler on the calling thread is not interrupted
    public AskResult<R> askAndWait(K key, M message, Duration deadline) {
        Cell<K, M, R> cell = claimWhenFree(key);
        if (cell != null) {
            observer.accepted();
            observer.begun(0);
            AskResult<R> result = turns.handle(cell, message);
            turns.handOver(cell);
            return result;
        }
        CompletableFuture<AskResult<R>> answer = new CompletableFuture<>();
        return switch (queue(key, new Envelope<>(message, answer, nanoTime.getAsLong()))) {
            case ACCEPTED -> await(answer, deadline);
            case FULL -> rejected(AskResult.Reason.FULL);
            case CLOSED -> rejected(AskResult.Reason.CLOSED);
        };
    }

    /// Passivates entities that were idle for `idleAfter`, and idle ones beyond `residentMax`. It
    /// looks at every resident entity once and calls no handler.
    ///
    /// @return number of entities that were passivated
    public int passivateIdle() {
        return residents.retireIdle(settings.idleAfter().toNanos(), nanoTime.getAsLong());
    }

    /// Accepts nothing more and lets the accepted messages be handled until the deadline. Then it
    /// answers the queued messages with `Rejected(CLOSED)`. A handler that runs at the deadline is
    /// not interrupted. An interrupt of the calling thread ends the wait as the deadline does.
    ///
    /// It can be called again, to wait longer for busy entities.
    public CloseReport<K> close(Duration deadline) {
        passivator.stop();
        residents.close();
        return residents.drain(deadline);
    }

    /// Entities in memory.
    public int resident() {
        return residents.count();
    }

    /// Entities with a thread at work, or about to start.
    public int active() {
        return (int) Math.min(turns.active(), Integer.MAX_VALUE);
    }

    /// Messages in all mailboxes.
    public long queued() {
        return turns.queued();
    }

    /// Calls of the observer that threw.
    public long observerErrors() {
        return observer.errors();
    }

    /// Calls of [#passivateIdle] by the passivating thread that threw.
    public long passivationErrors() {
        return passivator.errors();
    }

    /// The cell of the key, claimed and with nothing before the caller's message; null when the
    /// message has to be queued or refused.
    private @Nullable Cell<K, M, R> claimWhenFree(K key) {
        Cell<K, M, R> cell = residents.get(key);
        if (cell == null) {
            cell = residents.isFull() ? null : insert(key);
            if (cell == null) {
                return null;
            }
        } else if (!turns.claim(cell)) {
            return null;
        }
        if (residents.isClosed() || !cell.isEmpty()) {
            turns.handOver(cell);
            return null;
        }
        return cell;
    }

    private Offer queue(K key, Envelope<M, R> envelope) {
        while (true) {
            Cell<K, M, R> cell = residents.get(key);
            boolean claimed = false;
            if (cell == null) {
                if (residents.isClosed()) {
                    return Offer.CLOSED;
                }
                if (residents.isFull()) {
                    return Offer.FULL;
                }
                cell = insert(key);
                if (cell == null) {
                    continue;
                }
                claimed = true;
            }
            Offer offer = residents.isClosed() ? Offer.CLOSED : offer(cell, envelope);
            if (claimed || (offer == Offer.ACCEPTED && turns.claim(cell))) {
                turns.handOver(cell);
            }
            if (offer != Offer.CLOSED || residents.isClosed()) {
                return offer;
            }
            residents.remove(cell);
        }
    }

    private Offer offer(Cell<K, M, R> cell, Envelope<M, R> envelope) {
        Mailbox<Envelope<M, R>> mailbox = cell.mailbox();
        if (mailbox == null) {
            mailbox = cell.mailboxOr(settings.kind().create(settings.mailboxCapacity()));
        }
        turns.offering();
        Offer offer = mailbox.offer(envelope);
        if (offer == Offer.ACCEPTED) {
            observer.accepted();
        } else {
            turns.notQueued();
        }
        return offer;
    }

    /// A new cell that the caller has claimed; null when another thread was first.
    private @Nullable Cell<K, M, R> insert(K key) {
        Cell<K, M, R> cell = residents.insert(key);
        if (cell != null) {
            passivator.wake();
        }
        return cell;
    }

    private void released(Cell<K, M, R> cell) {
        if (residents.isClosed()) {
            residents.retire(cell);
        }
    }

    private AskResult<R> rejected(AskResult.Reason reason) {
        observer.rejected(reason);
        return new AskResult.Rejected<>(reason);
    }

    private AskResult<R> await(CompletableFuture<AskResult<R>> answer, Duration deadline) {
        observer.awaiting();
        try {
            return answer.get(TimeUnit.NANOSECONDS.convert(deadline), TimeUnit.NANOSECONDS);
        } catch (TimeoutException _) {
            observer.timedOut();
            return new AskResult.TimedOut<>();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            observer.timedOut();
            return new AskResult.TimedOut<>();
        } catch (ExecutionException | CancellationException e) {
            throw new IllegalStateException("an answer is never completed exceptionally", e);
        } finally {
            observer.awaited();
        }
    }
}
