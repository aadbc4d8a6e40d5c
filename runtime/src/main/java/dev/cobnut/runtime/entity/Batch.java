package dev.cobnut.runtime.entity;

import dev.cobnut.runtime.entity.AskResult.Answered;
import dev.cobnut.runtime.entity.AskResult.Failed;
import dev.cobnut.runtime.entity.AskResult.Handled;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Messages for one key in their order, and their answers. Only the thread that handles them uses
/// it.
///
/// @param <M> messages
/// @param <R> replies
public final class Batch<M, R> {

    /// Gets each answer once.
    @FunctionalInterface
    interface Answers<R> {
        void answered(int index, Handled<R> result);
    }

    private final List<M> messages;
    private final Answers<R> answers;
    private final @Nullable Handled<R>[] results;
    private int open;

    @SuppressWarnings("unchecked") // an array of a generic type cannot be made
    Batch(List<M> messages, Answers<R> answers) {
        this.messages = messages;
        this.answers = answers;
        this.results = (@Nullable Handled<R>[]) new @Nullable Handled<?>[messages.size()];
        this.open = messages.size();
    }

    /// A batch that only stores the answers, for an entity that handles one message as a batch of
    /// one.
    public static <M, R> Batch<M, R> of(List<M> messages) {
        return new Batch<>(List.copyOf(messages), (_, _) -> {});
    }

    public int size() {
        return messages.size();
    }

    /// @param index from 0
    public M message(int index) {
        return messages.get(index);
    }

    /// @throws IllegalStateException when it was answered before
    public void answer(int index, R reply) {
        put(index, new Answered<>(reply));
    }

    /// Gives up this message and no other.
    ///
    /// @throws IllegalStateException when it was answered before
    public void fail(int index, Throwable cause) {
        put(index, new Failed<>(cause));
    }

    /// [#answer] or [#fail].
    ///
    /// @throws IllegalStateException when it was answered before
    public void put(int index, Handled<R> result) {
        if (results[index] != null) {
            throw new IllegalStateException("message " + index + " was answered before");
        }
        results[index] = result;
        open--;
        answers.answered(index, result);
    }

    /// The answer to a message; null while it has none.
    public @Nullable Handled<R> result(int index) {
        return results[index];
    }

    /// The first message without an answer, from an index on; [#size] when there is none.
    public int nextOpen(int from) {
        int index = from;
        while (index < results.length && results[index] != null) {
            index++;
        }
        return index;
    }

    /// True when every message has an answer.
    public boolean isAnswered() {
        return open == 0;
    }
}
