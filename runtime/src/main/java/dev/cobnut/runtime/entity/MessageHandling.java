package dev.cobnut.runtime.entity;

import dev.cobnut.runtime.entity.AskResult.Answered;
import dev.cobnut.runtime.entity.AskResult.Failed;
import dev.cobnut.runtime.entity.AskResult.Handled;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Gives messages to entities, and answers them. Only the holder of a cell's claim calls it.
///
/// # Batches
///
/// A [BatchingEntity] gets all messages that wait when its turn comes back to the mailbox, up to
/// `turnBatchMax`. No message waits for a batch to grow: the next batch gathers while the entity
/// handles this one. A turn begins no further batch after it has handled `turnBatchMax` messages.
final class MessageHandling<K, M, R> {

    private final int batchMax;
    private final Function<? super K, ? extends Entity<M, R>> factory;
    private final CountingObserver observer;
    private final Function<Cell<K, M, R>, @Nullable Envelope<M, R>> next;

    /// @param next takes the next message of a cell; null when there is none
    MessageHandling(
            int batchMax,
            Function<? super K, ? extends Entity<M, R>> factory,
            CountingObserver observer,
            Function<Cell<K, M, R>, @Nullable Envelope<M, R>> next) {
        this.batchMax = batchMax;
        this.factory = factory;
        this.observer = observer;
        this.next = next;
    }

    /// Handles the next message, or all waiting messages if the entity is a [BatchingEntity].
    ///
    /// @return number of messages
    int handleWaiting(Cell<K, M, R> cell) {
        Envelope<M, R> first = next.apply(cell);
        if (first == null) {
            return 0;
        }
        if (cell.isEmpty() || batchMax == 1 || !isBatching(cell)) {
            observer.handedOver(1);
            first.answer().complete(handle(cell, first.message()));
            return 1;
        }
        List<Envelope<M, R>> waiting = new ArrayList<>();
        waiting.add(first);
        while (waiting.size() < batchMax) {
            Envelope<M, R> envelope = next.apply(cell);
            if (envelope == null) {
                break;
            }
            waiting.add(envelope);
        }
        observer.handedOver(waiting.size());
        handleAll(cell, waiting);
        return waiting.size();
    }

    /// A new entity handles its first message alone, because only then it is known to be batching.
    private boolean isBatching(Cell<K, M, R> cell) {
        return cell.entity instanceof BatchingEntity<M, R>;
    }

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
}
