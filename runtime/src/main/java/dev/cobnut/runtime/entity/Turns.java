package dev.cobnut.runtime.entity;

import dev.cobnut.runtime.entity.AskResult.Answered;
import dev.cobnut.runtime.entity.AskResult.Failed;
import dev.cobnut.runtime.entity.AskResult.Handled;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// Who is at work: claims of cells, turns, and what they hand to the entities.
///
/// # Cells, and who may write
///
/// The thread that moves a [Cell]'s state from idle to claimed is its only writer until it gives
/// the claim up. The state is volatile, so the next writer sees what this one wrote.
///
/// ```text
///            insert              give up              retire (mailbox was
///   (none) ─────────► CLAIMED ──────────────► IDLE    closed while empty)
///                      ▲   │ ◄──────────────            from CLAIMED ──────► RETIRED ──► (none)
///                      └───┘      claim
///                    next turn, same claim: turnBatchMax was reached, or others wait behind an inline caller
/// ```
///
/// A claim is held by a caller of [Entities#askAndWait] for its own message, by a turn, or for an
/// instant by a thread that wants to retire the cell. It is a word and no lock: nobody blocks for
/// it, and the handler runs outside of every lock, also those of the map.
///
/// # Why no accepted message is forgotten
///
/// A sender queues first and then tries to claim. The holder gives the claim up first and then
/// looks into the mailbox again. State and depth are volatile or under a monitor, so in every order
/// at least one of the two sees the other (Dekker): the sender gets the claim and starts a turn, or
/// the holder sees the message and takes the claim back.
///
/// # Batches
///
/// A [BatchingEntity] gets whatever waits when its turn comes back to the mailbox, up to
/// `turnBatchMax`; nobody waits for a batch to grow. While it handles one, the next one gathers. A
/// turn begins no further batch once it has handled `turnBatchMax` messages.
final class Turns<K, M, R> {

    private final int turnBatchMax;
    private final Function<? super K, ? extends Entity<M, R>> factory;
    private final CountingObserver observer;
    private final LongSupplier nanoTime;
    private final Executor executor;
    private final Consumer<Cell<K, M, R>> givenUp;
    private final LongAdder active = new LongAdder();
    private final LongAdder queued = new LongAdder();

    /// @param givenUp is told of a cell whose claim was given up, and may claim it
    Turns(
            int turnBatchMax,
            Function<? super K, ? extends Entity<M, R>> factory,
            CountingObserver observer,
            LongSupplier nanoTime,
            Executor executor,
            Consumer<Cell<K, M, R>> givenUp) {
        this.turnBatchMax = turnBatchMax;
        this.factory = factory;
        this.observer = observer;
        this.nanoTime = nanoTime;
        this.executor = executor;
        this.givenUp = givenUp;
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

    /// Gives up the caller's claim: to a new turn when messages wait, or else to whoever comes
    /// next.
    void handOver(Cell<K, M, R> cell) {
        do {
            if (!cell.isEmpty() && start(cell)) {
                return;
            }
            active.decrement();
            cell.unclaim(nanoTime.getAsLong());
        } while (!cell.isEmpty() && claim(cell));
        givenUp.accept(cell);
    }

    /// @return false when the executor refused; then nothing waits any more and the caller still
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
            int more = handleWaiting(cell);
            if (more == 0) {
                break;
            }
            handled += more;
        }
        handOver(cell);
    }

    /// Handles the next message, or for a [BatchingEntity] those that wait.
    ///
    /// @return number of messages
    private int handleWaiting(Cell<K, M, R> cell) {
        Envelope<M, R> first = begin(cell);
        if (first == null) {
            return 0;
        }
        if (cell.isEmpty() || turnBatchMax == 1 || !isBatching(cell)) {
            observer.handedOver(1);
            first.answer().complete(handle(cell, first.message()));
            return 1;
        }
        List<Envelope<M, R>> waiting = new ArrayList<>();
        waiting.add(first);
        while (waiting.size() < turnBatchMax) {
            Envelope<M, R> next = begin(cell);
            if (next == null) {
                break;
            }
            waiting.add(next);
        }
        observer.handedOver(waiting.size());
        handleAll(cell, waiting);
        return waiting.size();
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

    /// An entity that is not there yet is made by its first message, which is handled by itself.
    private boolean isBatching(Cell<K, M, R> cell) {
        return cell.entity instanceof BatchingEntity<M, R>;
    }

    /// Only by the holder of the claim.
    Handled<R> handle(Cell<K, M, R> cell, M message) {
        try {
            return new Answered<>(entity(cell).handle(message));
        } catch (Throwable cause) {
            cell.entity = null;
            observer.failed(cause);
            return new Failed<>(cause);
        }
    }

    private void handleAll(Cell<K, M, R> cell, List<Envelope<M, R>> waiting) {
        Batch<M, R> batch =
                new Batch<>(
                        waiting.stream().map(Envelope::message).toList(),
                        (index, result) -> {
                            if (result instanceof Failed<R>(Throwable cause)) {
                                observer.failed(cause);
                            }
                            waiting.get(index).answer().complete(result);
                        });
        Throwable failure = null;
        try {
            if (entity(cell) instanceof BatchingEntity<M, R> batching) {
                batching.handleAll(batch);
            }
        } catch (Throwable cause) {
            failure = cause;
        }
        if (failure == null && batch.isAnswered()) {
            return;
        }
        cell.entity = null;
        Throwable cause =
                failure == null
                        ? new IllegalStateException("the entity gave no answer to this message")
                        : failure;
        for (int i = batch.nextOpen(0); i < batch.size(); i = batch.nextOpen(i + 1)) {
            batch.fail(i, cause);
        }
    }

    private Entity<M, R> entity(Cell<K, M, R> cell) {
        Entity<M, R> entity = cell.entity;
        if (entity == null) {
            entity = factory.apply(cell.key);
            cell.entity = entity;
        }
        return entity;
    }

    /// Answers what waits with `Rejected(CLOSED)`.
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
