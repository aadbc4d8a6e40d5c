package dev.cobnut.runtime.entity;

import dev.cobnut.runtime.entity.AskResult.Handled;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// Claims cells for work, and runs turns on them.
///
/// # Who holds the claim of a cell
///
/// ```text
///            insert              release              retire (mailbox was
///   (none) ─────────► CLAIMED ──────────────► IDLE    closed while empty)
///                      ▲   │ ◄──────────────            from CLAIMED ──────► ENDED ──► (none)
///                      └───┘      claim
///                    next turn, same claim: turnBatchMax was reached, or others wait behind an inline caller
/// ```
///
/// The holder of a claim is a caller of [Entities#askAndWait] for its own message, a turn, or for
/// an instant a thread that retires the cell. The handler runs outside of every lock, including
/// those of the map. [dev.cobnut.runtime.mailbox.Claim] explains why there is one writer and why no
/// accepted message is lost.
final class Turns<K, M, R> {

    private final int turnBatchMax;
    private final MessageHandling<K, M, R> handling;
    private final CountingObserver observer;
    private final LongSupplier nanoTime;
    private final Executor executor;
    private final Consumer<Cell<K, M, R>> released;
    private final LongAdder active = new LongAdder();
    private final LongAdder queued = new LongAdder();

    /// @param released is called with a cell whose claim was released, and may claim it
    Turns(
            int turnBatchMax,
            Function<? super K, ? extends Entity<M, R>> factory,
            CountingObserver observer,
            LongSupplier nanoTime,
            Executor executor,
            Consumer<Cell<K, M, R>> released) {
        this.turnBatchMax = turnBatchMax;
        this.handling = new MessageHandling<>(turnBatchMax, factory, observer, this::begin);
        this.observer = observer;
        this.nanoTime = nanoTime;
        this.executor = executor;
        this.released = released;
    }

    /// Cells that are claimed for work.
    long active() {
        return active.sum();
    }

    /// Messages in all mailboxes.
    long queued() {
        return queued.sum();
    }

    /// Called before a message is offered to a mailbox, so that the sum never falls below zero.
    void offering() {
        queued.increment();
    }

    /// The mailbox did not take what was being offered.
    void notQueued() {
        queued.decrement();
    }

    boolean claim(Cell<K, M, R> cell) {
        if (!cell.claim()) {
            return false;
        }
        active.increment();
        return true;
    }

    /// The caller has the claim of the cell by other means.
    void claimed() {
        active.increment();
    }

    /// Passes the caller's claim on to a new turn when messages wait, or else releases it.
    void handOver(Cell<K, M, R> cell) {
        while (cell.isEmpty() || !start(cell)) {
            active.decrement();
            if (!cell.release(nanoTime.getAsLong())) {
                released.accept(cell);
                return;
            }
            active.increment();
        }
    }

    /// @return false when the executor refused; then no message waits any more and the caller still
    ///   has the claim
    private boolean start(Cell<K, M, R> cell) {
        try {
            executor.execute(() -> turn(cell));
            return true;
        } catch (RejectedExecutionException | OutOfMemoryError _) {
            rejectQueued(cell);
            return false;
        }
    }

    private void turn(Cell<K, M, R> cell) {
        int handled = 0;
        while (handled < turnBatchMax) {
            int more = handling.handleWaiting(cell);
            if (more == 0) {
                break;
            }
            handled += more;
        }
        handOver(cell);
    }

    /// Handles one message on the calling thread, which holds the claim.
    Handled<R> handle(Cell<K, M, R> cell, M message) {
        return handling.handle(cell, message);
    }

    /// The next message leaves its mailbox.
    private @Nullable Envelope<M, R> begin(Cell<K, M, R> cell) {
        Envelope<M, R> envelope = cell.poll();
        if (envelope != null) {
            queued.decrement();
            observer.begun(nanoTime.getAsLong() - envelope.queuedNanos());
        }
        return envelope;
    }

    /// Answers the queued messages with `Rejected(CLOSED)`.
    int rejectQueued(Cell<K, M, R> cell) {
        int messages = 0;
        Envelope<M, R> envelope = cell.poll();
        while (envelope != null) {
            messages++;
            queued.decrement();
            observer.rejected(AskResult.Reason.CLOSED);
            envelope.answer().complete(new AskResult.Rejected<>(AskResult.Reason.CLOSED));
            envelope = cell.poll();
        }
        return messages;
    }
}
