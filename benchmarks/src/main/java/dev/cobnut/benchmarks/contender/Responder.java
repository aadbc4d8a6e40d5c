package dev.cobnut.benchmarks.contender;

import java.util.concurrent.CompletionStage;

/// Answers questions, with what its handler returns. Any thread may ask.
public interface Responder<Q, A> {

    /// Waits for the answer.
    A ask(Q question);

    /// The answer will be there.
    CompletionStage<A> send(Q question);
}
