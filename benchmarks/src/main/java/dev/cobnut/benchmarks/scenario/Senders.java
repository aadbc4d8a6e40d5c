package dev.cobnut.benchmarks.scenario;

import dev.cobnut.benchmarks.contender.AnswerWait;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/// Threads that send numbered messages as fast as they can.
final class Senders implements AutoCloseable {

    static final int COUNT = 4;

    private final ExecutorService threads = Executors.newFixedThreadPool(COUNT);
    private final List<CompletableFuture<Integer>> accepted = new ArrayList<>();

    /// @param each number of messages per sender; a sender ends earlier when a message is not
    ///   accepted
    Senders(LedgerActor actor, int each) {
        for (int sender = 0; sender < COUNT; sender++) {
            int id = sender;
            accepted.add(CompletableFuture.supplyAsync(() -> send(actor, id, each), threads));
        }
    }

    private static int send(LedgerActor actor, int sender, int each) {
        int taken = 0;
        while (taken < each && actor.tell(new MessageCheck.Numbered(sender, taken + 1))) {
            taken++;
        }
        return taken;
    }

    /// Waits until all senders have ended.
    ///
    /// @return number of messages that the senders know as accepted
    long accepted() {
        return accepted.stream().mapToLong(sender -> AnswerWait.of(sender)).sum();
    }

    @Override
    public void close() {
        threads.shutdownNow();
        threads.close();
    }
}
