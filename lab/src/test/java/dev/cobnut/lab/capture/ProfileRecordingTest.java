package dev.cobnut.lab.capture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.sun.management.OperatingSystemMXBean;
import dev.cobnut.lab.measurement.Window;
import dev.cobnut.lab.stacks.ProfileEvent;
import dev.cobnut.lab.stacks.StackTable;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import one.profiler.AsyncProfiler;
import one.profiler.Recording;
import one.profiler.Span;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Reads a recording of this process, which did known amounts of work. It uses perf events where
/// the kernel permits them and timers otherwise.
class ProfileRecordingTest {

    private static final String RUN = "01-A";
    private static final long BUSY_CPU_NANOS = 1_500_000_000;
    private static final int ARRAYS = 200_000;
    private static final int ARRAY_BYTES = 1_008 + 16;
    private static final long ALLOC_INTERVAL = 65_536;
    private static final long SLEEP_NANOS = 1_000_000_000;

    @TempDir static Path folder;

    @SuppressWarnings("NullAway.Init")
    private static Path file;

    @SuppressWarnings("NullAway.Init")
    private static dev.cobnut.lab.capture.ProfileRecording recording;

    private static double processCores;
    private static long waitedNanos;
    private static long restedNanos;
    private static volatile long sink;

    /// Keeps a reference, so that no array is optimized away.
    private static final AtomicReference<Object> LAST_ARRAY = new AtomicReference<>("none");

    @BeforeAll
    static void record() throws IOException, InterruptedException {
        assumeThat(whyNot()).as("async-profiler cannot be used on this system").isEmpty();
        AsyncProfiler profiler = AsyncProfiler.getInstance();
        file = folder.resolve("recording.jfr");
        profiler.execute(
                "start,event=cpu,interval=5ms,alloc=%d,wall=20ms,lock=1ms,jfr,file=%s"
                        .formatted(ALLOC_INTERVAL, file));
        long startedAt = System.nanoTime();
        long cpuBefore = processCpu();
        try {
            long from = Recording.timestamp();
            burn();
            request(from, "GET /burn");
            allocate();
            waitedNanos = contend();
            rest();
            spans();
        } finally {
            processCores = (double) (processCpu() - cpuBefore) / (System.nanoTime() - startedAt);
            profiler.execute("stop");
        }
        recording = dev.cobnut.lab.capture.ProfileRecording.read(file, RUN);
    }

    private static String whyNot() {
        try {
            AsyncProfiler.getInstance();
            return "";
        } catch (LinkageError | IllegalStateException e) {
            return e.toString();
        }
    }

    @Test
    void theBusyMethodHasTheSamplesOfItsThreadAndTheirTime() {
        StackTable.Count ours = count(ProfileEvent.CPU, stack -> stack.contains(frame("burn")));
        StackTable.Count busy =
                count(ProfileEvent.CPU, stack -> running(stack).equals(frame("spin")));
        assertThat(busy.samples()).isGreaterThanOrEqualTo((long) (0.9 * ours.samples()));
        assertThat(busy.value())
                .isEqualTo(busy.samples() * recordedInterval(ProfileEvent.CPU))
                .isCloseTo(BUSY_CPU_NANOS, within(BUSY_CPU_NANOS * 3 / 10));
    }

    @Test
    void theStacksOfARequestNameItsEndpoint() {
        StackTable.Count busy =
                count(ProfileEvent.CPU, stack -> running(stack).equals(frame("spin")));
        StackTable.Count named =
                count(
                        ProfileEvent.CPU,
                        stack ->
                                running(stack).equals(frame("spin"))
                                        && stack.getFirst().equals("[endpoint GET /burn]"));
        StackTable.Count others =
                count(
                        ProfileEvent.ALLOC,
                        stack ->
                                stack.contains(frame("allocate")) && StackTable.hasEndpoint(stack));
        assertThat(named.samples()).isGreaterThanOrEqualTo((long) (0.9 * busy.samples()));
        assertThat(others.samples()).as("after the request").isZero();
    }

    @Test
    void allocationIsEstimatedInBytesAndEndsInTheClass() {
        StackTable.Count arrays =
                count(
                        ProfileEvent.ALLOC,
                        stack ->
                                stack.getLast().equals("byte[]")
                                        && stack.get(stack.size() - 2).equals(frame("allocate")));
        long allocated = (long) ARRAYS * ARRAY_BYTES;
        assertThat(arrays.value()).isCloseTo(allocated, within(allocated / 5));
        assertThat(arrays.value()).isEqualTo(arrays.samples() * ALLOC_INTERVAL);
    }

    @Test
    void manyShortWaitsForALockSumUpToTheTimeThatWasWaited() {
        StackTable.Count waits =
                count(ProfileEvent.LOCK, stack -> stack.contains(frame("contend")));
        assertThat(waits.value())
                .as(
                        "waited %d ms, in waits that are mostly shorter than the interval",
                        waitedNanos / 1_000_000)
                .isCloseTo(waitedNanos, within(waitedNanos / 2));
    }

    @Test
    void elapsedTimeCountsAThreadThatDoesNothing() {
        StackTable.Count resting = count(ProfileEvent.WALL, stack -> stack.contains(frame("rest")));
        assertThat(resting.value()).isCloseTo(restedNanos, within(restedNanos / 2));
    }

    @Test
    void spansAreCountedPerTagOnTheProfilesOwnClock() {
        assertThat(recording.spans()).extracting(Window.Span::tag).contains("told", "twice");
        assertThat(recording.spans())
                .filteredOn(span -> span.tag().equals("twice"))
                .singleElement()
                .satisfies(span -> {
                    assertThat(span.count()).isEqualTo(2);
                    assertThat(span.p50Ms()).isCloseTo(10, within(0.01));
                    assertThat(span.p99Ms()).isCloseTo(30, within(0.01));
                });
    }

    @Test
    void theRecordingNamesItsEngineAndItsCoverage() {
        Window.Profile cpu =
                recording.profiles(processCores).stream()
                        .filter(profile -> profile.event() == ProfileEvent.CPU)
                        .findFirst()
                        .orElseThrow();
        assertThat(cpu.engine()).isIn("perf_events", "ctimer");
        assertThat(cpu.interval()).isEqualTo(5_000_000);
        assertThat(cpu.coverage()).isNotNull().isBetween(0.5, 1.2);
        assertThat(recording.profiles(null))
                .extracting(Window.Profile::coverage)
                .containsOnlyNulls();
        assertThat(recording.process().pid()).isEqualTo(ProcessHandle.current().pid());
        assertThat(recording.process().jvmFlags()).contains("--enable-native-access=ALL-UNNAMED");
        assertThat(recording.process().cores())
                .isEqualTo(Runtime.getRuntime().availableProcessors());
        assertThat(recording.seconds()).isGreaterThan(2);
    }

    @Test
    void kernelFramesAreMarkedWhereTheyAreVisible() {
        assumeThat(recording.kernelFrames())
                .as("the kernel shows its frames to this process")
                .isTrue();
        assertThat(count(ProfileEvent.CPU, stack -> stack.getLast().endsWith("_[k]")).samples())
                .isPositive();
    }

    @Test
    void aFileThatIsNotARecordingIsOneSentence() throws IOException {
        assertThatThrownBy(() -> read(folder.resolve("nothing.jfr")))
                .isInstanceOf(ProfilerException.class)
                .hasMessage(
                        "The recording %s does not exist or may not be read.",
                        folder.resolve("nothing.jfr"));
        Path garbage = folder.resolve("garbage.jfr");
        Files.write(garbage, new byte[5_000]);
        assertThatThrownBy(() -> read(garbage))
                .isInstanceOf(ProfilerException.class)
                .hasMessageStartingWith("The recording " + garbage + " cannot be read: ")
                .hasMessageEndingWith(".");
        Path empty = Files.createFile(folder.resolve("empty.jfr"));
        assertThatThrownBy(() -> read(empty))
                .isInstanceOf(ProfilerException.class)
                .hasMessageStartingWith("The recording " + empty + " cannot be read: ");
    }

    @Test
    void aRecordingThatIsCutOffAnywhereIsOneSentence() throws IOException {
        byte[] whole = Files.readAllBytes(file);
        Path cut = folder.resolve("cut.jfr");
        for (int twentieth = 1; twentieth < 20; twentieth++) {
            Files.write(cut, Arrays.copyOf(whole, whole.length * twentieth / 20));
            assertThatThrownBy(() -> read(cut))
                    .isInstanceOf(ProfilerException.class)
                    .hasMessageStartingWith("The recording " + cut + " cannot be read: ");
        }
    }

    private static dev.cobnut.lab.capture.ProfileRecording read(Path jfr) throws IOException {
        return dev.cobnut.lab.capture.ProfileRecording.read(jfr, RUN);
    }

    /// The method that ran. On a busy machine many samples are of the kernel's switch to another
    /// thread, which is on top of the method that it interrupts.
    private static String running(List<String> stack) {
        return stack.stream()
                .filter(frame -> !frame.endsWith("_[k]"))
                .reduce((_, last) -> last)
                .orElse("");
    }

    private static String frame(String method) {
        return ProfileRecordingTest.class.getName() + "." + method;
    }

    private static long recordedInterval(ProfileEvent event) {
        return recording.intervals().getOrDefault(event, 0L);
    }

    private static StackTable.Count count(ProfileEvent event, Predicate<List<String>> wanted) {
        StackTable all = Objects.requireNonNull(recording.stacks().get(event));
        StackTable chosen = new StackTable(event, List.of(RUN));
        all.forEach((stack, counts) -> {
            if (wanted.test(stack)) {
                chosen.add(RUN, stack, counts.getFirst().samples(), counts.getFirst().value());
            }
        });
        return chosen.total(RUN);
    }

    private static long processCpu() {
        return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
                .getProcessCpuTime();
    }

    /// Measured by the thread's own CPU time, because the wall clock is unreliable on a busy
    /// machine.
    private static void burn() {
        var threads = ManagementFactory.getThreadMXBean();
        long end = threads.getCurrentThreadCpuTime() + BUSY_CPU_NANOS;
        while (threads.getCurrentThreadCpuTime() < end) {
            spin();
        }
    }

    /// A request on this thread since then, without waits.
    private static void request(long from, String endpoint) {
        long now = Recording.timestamp();
        long nanos = Math.round((now - from) * 1e9 / Recording.clockFrequency());
        Span.emit(from, now, "~1\t%d\t%s".formatted(nanos, endpoint));
    }

    private static void spin() {
        long sum = sink;
        for (int i = 0; i < 5_000_000; i++) {
            sum = sum * 31 + i;
        }
        sink = sum;
    }

    private static void allocate() {
        for (int i = 0; i < ARRAYS; i++) {
            LAST_ARRAY.setPlain(new byte[ARRAY_BYTES - 16]);
        }
    }

    /// One thread waits 300 times for another one that holds the lock for about half a millisecond.
    private static long contend() throws InterruptedException {
        Object lock = new Object();
        long waited = 0;
        for (int i = 0; i < 300; i++) {
            CountDownLatch held = new CountDownLatch(1);
            Thread holder =
                    Thread.ofPlatform()
                            .start(() -> {
                                synchronized (lock) {
                                    held.countDown();
                                    LockSupport.parkNanos(500_000);
                                }
                            });
            held.await();
            long start = System.nanoTime();
            synchronized (lock) {
                waited += System.nanoTime() - start;
            }
            holder.join();
        }
        return waited;
    }

    /// A busy machine wakes the thread late: what counts is how long it rested.
    private static void rest() {
        long begin = System.nanoTime();
        long end = begin + SLEEP_NANOS;
        long left;
        while ((left = end - System.nanoTime()) > 0) {
            LockSupport.parkNanos(left);
        }
        restedNanos = System.nanoTime() - begin;
    }

    private static void spans() {
        long start = Span.start();
        rest(1_000_000);
        Span.end(start, "told");
        long ticksPerMilli = Recording.clockFrequency() / 1_000;
        long now = Recording.timestamp();
        Span.emit(now - 10 * ticksPerMilli, now, "twice");
        Span.emit(now - 30 * ticksPerMilli, now, "twice");
    }

    private static void rest(long nanos) {
        LockSupport.parkNanos(nanos);
    }
}
