package dev.cobnut.benchmarks.contender;

import java.util.concurrent.CompletionStage;

/// Answers questions with the results of its handler. Any thread may ask.
public interface Responder<Q, A> {

    /// Asks and waits for the answer.
    A ask(Q question);

    /// Asks without waiting. The future completes with the answer.
    CompletionStage<A> send(Q question);
}
