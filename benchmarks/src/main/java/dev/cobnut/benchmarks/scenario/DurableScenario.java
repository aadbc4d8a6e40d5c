package dev.cobnut.benchmarks.scenario;

import dev.cobnut.benchmarks.history.HistoryFolder;
import dev.cobnut.benchmarks.history.Mode;
import dev.cobnut.benchmarks.jmh.Question;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

@Question(
        value =
                "How many messages per second become durable, one after the other and with 256 under way?",
        ceiling =
                "The hand-written `file-fsync-group`: bytes into a file of fixed size, one fsync for all waiting messages.",
        machine =
                "The disk under the project's folder decides; `memory-journal` is the same program without a disk and keeps nothing.")
public final class DurableScenario implements Scenario {

    private static final int SECONDS = 2;
    private static final int QUICK_SECONDS = 1;
    private static final int UNDER_WAY = 256;
    private static final int PATIENCE_SECONDS = 30;

    /// Messages of one measurement. The journal in memory keeps all of them on the heap.
    private static final int MESSAGES_MAX = 150_000;

    private static final byte[] MESSAGE =
            """
            {"account":"a-4711","kind":"deposit","amount":"17.99","currency":"EUR","reference":"hazel"}
            """
                    .getBytes(StandardCharsets.UTF_8);

    @Override
    public List<String> contenders() {
        return List.of(
                "cobnut-durable",
                "sqlite-journal",
                "file-fsync-each",
                "file-fsync-group",
                "memory-journal");
    }

    @Override
    public int seconds(boolean quick) {
        return 3 * (quick ? QUICK_SECONDS : SECONDS) + 1;
    }

    @Override
    public List<Figure> measure(String contender, boolean quick)
            throws IOException, InterruptedException {
        return measure(contender, TimeUnit.SECONDS.toNanos(quick ? QUICK_SECONDS : SECONDS));
    }

    static List<Figure> measure(String contender, long nanos)
            throws IOException, InterruptedException {
        Path target = HistoryFolder.home().resolve("benchmarks/target");
        Path folder =
                Files.isDirectory(target)
                        ? Files.createTempDirectory(target, "durable-")
                        : Files.createTempDirectory("durable-");
        try (DurableStore store = DurableStore.open(contender, folder)) {
            double _ = rate(store, UNDER_WAY, nanos);
            return List.of(
                    new Figure("oneByOne", Mode.GAIN, "messages/s", rate(store, 1, nanos)),
                    new Figure("underWay", Mode.GAIN, "messages/s", rate(store, UNDER_WAY, nanos)));
        } finally {
            remove(folder);
        }
    }

    /// Measures stored messages per second with a limit of messages under way.
    private static double rate(DurableStore store, int underWay, long nanos)
            throws InterruptedException {
        if (underWay == 1) {
            return oneByOne(store, nanos);
        }
        Semaphore room = new Semaphore(underWay);
        LongAdder kept = new LongAdder();
        AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
        long start = System.nanoTime();
        for (int sent = 0; sent < MESSAGES_MAX && System.nanoTime() - start < nanos; sent++) {
            acquire(room, 1);
            var _ =
                    store.keep(MESSAGE)
                            .whenComplete((_, thrown) -> {
                                if (thrown == null) {
                                    kept.increment();
                                } else {
                                    failure.set(thrown);
                                }
                                room.release();
                            });
        }
        acquire(room, underWay);
        double seconds = (System.nanoTime() - start) / 1e9;
        Throwable thrown = failure.get();
        if (thrown != null) {
            throw new IllegalStateException("a message was not kept", thrown);
        }
        return kept.sum() / seconds;
    }

    private static double oneByOne(DurableStore store, long nanos) throws InterruptedException {
        long start = System.nanoTime();
        long kept = 0;
        while (kept < MESSAGES_MAX && System.nanoTime() - start < nanos) {
            try {
                Object _ = store.keep(MESSAGE).get(PATIENCE_SECONDS, TimeUnit.SECONDS);
            } catch (ExecutionException | TimeoutException e) {
                throw new IllegalStateException("a message was not kept", e);
            }
            kept++;
        }
        return kept / ((System.nanoTime() - start) / 1e9);
    }

    private static void acquire(Semaphore room, int permits) throws InterruptedException {
        if (!room.tryAcquire(permits, PATIENCE_SECONDS, TimeUnit.SECONDS)) {
            throw new IllegalStateException(
                    "messages are under way for longer than " + PATIENCE_SECONDS + " s");
        }
    }

    private static void remove(Path folder) throws IOException {
        List<Path> files;
        try (Stream<Path> walk = Files.walk(folder)) {
            files = walk.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path file : files) {
            Files.delete(file);
        }
    }
}
