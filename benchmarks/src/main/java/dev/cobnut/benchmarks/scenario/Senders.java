package dev.cobnut.benchmarks.scenario;

import dev.cobnut.benchmarks.contender.AnswerWait;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/// Several threads that send numbered messages as fast as they can.
final class Senders implements AutoCloseable {

    static final int COUNT = 4;

    private final ExecutorService threads = Executors.newFixedThreadPool(COUNT);
    private final List<CompletableFuture<Integer>> accepted = new ArrayList<>();

    /// @param each messages of each sender; it ends earlier when one is not taken
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

    /// When all have ended.
    ///
    /// @return messages of which the senders were told that they were taken
    long accepted() {
        return accepted.stream().mapToLong(sender -> AnswerWait.of(sender)).sum();
    }

    @Override
    public void close() {
        threads.shutdownNow();
        threads.close();
    }
}
