package dev.cobnut.benchmarks.jmh.mailbox;

import dev.cobnut.benchmarks.jmh.Question;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

@Question(
        value = "What does the queue alone cost, with one thread and with four senders?",
        ceiling =
                "`MpscArrayQueue`, which has an array and two counters, but no closing, depth or count.",
        machine =
                "Four senders and a receiver share two cores, so the receiver usually finds many messages.")
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class MailboxBenchmark {

    private static final int SENDERS = 4;
    private static final int MESSAGES = 100_000;

    @Param({
        "cobnut-mpsc",
        "cobnut-linked",
        "cobnut-mpsc-array",
        "cobnut-mpsc-unbounded",
        "cobnut-priority",
        "LinkedBlockingQueue",
        "MpscArrayQueue",
        "cajun-linked",
        "cajun-mpsc"
    })
    String contender;

    private final Object message = new Object();

    private Queues.Queued queue;
    private ExecutorService senders;

    @Setup
    public void start() {
        queue = Queues.open(contender);
        senders = Executors.newFixedThreadPool(SENDERS);
    }

    @Benchmark
    public @Nullable Object inAndOut() {
        boolean _ = queue.offer(message);
        return queue.poll();
    }

    @Benchmark
    @OperationsPerInvocation(MESSAGES)
    @SuppressWarnings("ThreadPriorityCheck") // the senders have to run on the same cores
    public int fromFourSenders() {
        for (int s = 0; s < SENDERS; s++) {
            senders.execute(this::send);
        }
        int received = 0;
        while (received < MESSAGES) {
            if (queue.poll() == null) {
                Thread.yield();
            } else {
                received++;
            }
        }
        return received;
    }

    @SuppressWarnings("ThreadPriorityCheck") // the receiver has to run on the same cores
    private void send() {
        for (int i = 0; i < MESSAGES / SENDERS; ) {
            if (queue.offer(message)) {
                i++;
            } else {
                Thread.yield();
            }
        }
    }

    @TearDown
    public void stop() {
        senders.close();
    }
}
