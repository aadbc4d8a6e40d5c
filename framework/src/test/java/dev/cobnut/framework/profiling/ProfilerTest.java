package dev.cobnut.framework.profiling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import dev.cobnut.framework.profiling.Profiler.Start;
import dev.cobnut.framework.profiling.Profiler.Stop;
import dev.cobnut.framework.profiling.Sampling.CpuEngine;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The real profiler on this process. Tests run one at a time, because a process has one profiler.
class ProfilerTest {

    private static final Sampling CPU =
            new Sampling(CpuEngine.CPU, Duration.ofMillis(10), null, null, null);
    private static final Duration SOON = Duration.ofMinutes(2);

    @TempDir Path folder;

    private final AtomicLong requests = new AtomicLong(7);
    private final List<Profiler> opened = new ArrayList<>();

    @BeforeAll
    static void itRunsHere() {
        String why = "";
        try {
            Library.execute("version");
        } catch (IOException e) {
            why = String.valueOf(e.getMessage());
        }
        assumeThat(why).as("async-profiler cannot be used on this system").isEmpty();
    }

    @AfterEach
    void close() {
        opened.forEach(Profiler::close);
    }

    private Profiler profiler(Duration lengthMax, int recordingsMax) {
        Profiler profiler =
                new Profiler(
                        new ProfilerSettings(
                                folder.resolve("profiles"), lengthMax, recordingsMax, 64 << 20),
                        requests::get,
                        InstantSource.system());
        opened.add(profiler);
        return profiler;
    }

    @Test
    void aRecordingHoldsTheSpansOfItsTimeAndTheFactsCoverTheSameTime() throws IOException {
        Profiler profiler = profiler(Duration.ofMinutes(1), 3);
        Spans.ended("before", 1_000_000);
        assertThat(profiler.start(CPU)).isInstanceOf(Start.Begun.class);
        requests.addAndGet(5);
        Spans.ended("within", 12_000_000);
        Spans.ended("within", 12_000_000);
        burn(60);
        Facts facts = ended(profiler.stop());
        Spans.ended("after", 1_000_000);

        assertThat(facts.requests()).isEqualTo(5);
        assertThat(facts.cpuNanos()).as("60 ms, on a clock of 10 ms").isGreaterThan(30_000_000);
        assertThat(facts.seconds()).isPositive().isLessThan(60);
        assertThat(facts.endedBy()).isEqualTo("request");
        List<RecordedEvent> spans = spans(profiler, facts);
        assertThat(spans).extracting(span -> span.getString("tag")).containsOnly("within");
        assertThat(spans)
                .hasSize(2)
                .allSatisfy(span ->
                        assertThat(span.getDuration().toNanos() / 1e6).isCloseTo(12, within(0.1)));
    }

    @Test
    void requestsOnVirtualThreadsCanStartAndStopIt() throws Exception {
        Profiler profiler = profiler(Duration.ofMinutes(1), 3);
        FutureTask<Stop> both =
                new FutureTask<>(() -> {
                    assertThat(profiler.start(CPU)).isInstanceOf(Start.Begun.class);
                    return profiler.stop();
                });
        Thread.ofVirtual().start(both);
        assertThat(both.get(SOON.toSeconds(), TimeUnit.SECONDS)).isInstanceOf(Stop.Ended.class);
    }

    @Test
    void oneRecordingAtATime() {
        Profiler profiler = profiler(Duration.ofMinutes(1), 3);
        assertThat(profiler.stop()).isEqualTo(new Stop.Refused("No recording is running."));
        assertThat(profiler.start(CPU)).isInstanceOf(Start.Begun.class);
        Instant since = Objects.requireNonNull(profiler.status().since());
        assertThat(profiler.start(CPU))
                .isEqualTo(
                        new Start.Refused(
                                "A recording is running since " + since + ": stop it first."));
        assertThat(profiler.status().state()).isEqualTo("running");
        assertThat(profiler.status().sampling()).isEqualTo(CPU);
        assertThat(profiler.status().engine()).isIn("perf_events", "ctimer");
        String name =
                Path.of(Objects.requireNonNull(profiler.status().file())).getFileName().toString();
        assertThat(profiler.find(name)).as("not before it has ended").isEmpty();
        ended(profiler.stop());
        assertThat(profiler.find(name)).isPresent();
        assertThat(profiler.status().state()).isEqualTo("idle");
    }

    @Test
    void aTimerIsAskedForByNameAndIsWhatSamplesThen() {
        Profiler profiler = profiler(Duration.ofMinutes(1), 3);
        profiler.start(new Sampling(CpuEngine.CTIMER, Duration.ofMillis(10), null, null, null));
        assertThat(profiler.status().engine()).isEqualTo("ctimer");
        assertThat(profiler.status().notice()).isNull();
    }

    @Test
    void aKernelThatPermitsNoPerfEventsIsNamed() {
        Profiler profiler = profiler(Duration.ofMinutes(1), 3);
        profiler.start(CPU);
        if ("perf_events".equals(profiler.status().engine())) {
            assertThat(profiler.status().notice()).isNull();
        } else {
            assertThat(profiler.status().notice())
                    .startsWith("The kernel does not permit perf events to this process")
                    .endsWith("without frames of the kernel.");
        }
    }

    @Test
    void aRecordingEndsByItselfAtItsLongest() {
        Profiler profiler = profiler(Duration.ofMillis(300), 3);
        profiler.start(CPU);
        await().atMost(SOON).until(() -> profiler.status().state().equals("idle"));
        Facts facts = Objects.requireNonNull(profiler.status().last());
        assertThat(facts.endedBy()).isEqualTo("length-max");
        assertThat(facts.seconds()).isGreaterThanOrEqualTo(0.3);
        assertThat(profiler.find(facts.recording())).isPresent();
        assertThat(profiler.stop())
                .isInstanceOfSatisfying(
                        Stop.Refused.class,
                        refused ->
                                assertThat(refused.sentence())
                                        .contains(facts.recording())
                                        .contains("length-max"));
        assertThat(profiler.start(CPU)).isInstanceOf(Start.Begun.class);
    }

    @Test
    void onlyTheYoungestRecordingsAreKept() throws IOException {
        Profiler profiler = profiler(Duration.ofMinutes(1), 2);
        List<String> names = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            profiler.start(CPU);
            names.add(ended(profiler.stop()).recording());
        }
        try (Stream<Path> files = Files.list(folder.resolve("profiles"))) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .containsExactlyInAnyOrderElementsOf(names.subList(2, 4));
        }
    }

    @ParameterizedTest
    @CsvSource({"../journal.db", "journal.db", "/etc/passwd", "profile-20261120-000000-000.jfr"})
    void noPathComesFromOutside(String name) throws IOException {
        Files.writeString(folder.resolve("journal.db"), "not for everybody");
        assertThat(profiler(Duration.ofMinutes(1), 2).find(name)).isEmpty();
    }

    @Test
    void aFolderThatCannotBeWrittenIsASentence() throws IOException {
        Files.writeString(folder.resolve("profiles"), "a file");
        assertThat(profiler(Duration.ofMinutes(1), 2).start(CPU))
                .isInstanceOfSatisfying(
                        Start.Refused.class,
                        refused ->
                                assertThat(refused.sentence())
                                        .startsWith("The folder of recordings " + folder));
    }

    @Test
    void whatIsAskedForHasLimits() {
        assertThatThrownBy(() -> new Sampling(CpuEngine.CPU, null, null, null, null))
                .hasMessage(
                        "Nothing is to be recorded: at least one of cpu, alloc, wall and lock needs an interval.");
        assertThatThrownBy(
                        () -> new Sampling(CpuEngine.CPU, Duration.ofNanos(10), null, null, null))
                .hasMessageStartingWith("The interval of cpu is ");
        assertThatThrownBy(() -> new Sampling(CpuEngine.CPU, null, 10L, null, null))
                .hasMessageStartingWith("The interval of alloc is 10 bytes; it is from 1024 bytes");
    }

    @Test
    void spansAreInTicksOfTheProfilesClock() {
        assertThat(Spans.ticks(5_000, 1_000_000_000)).isEqualTo(5_000);
        assertThat(Spans.ticks(1_000_000, 2_600_000_000L)).isEqualTo(2_600_000);
    }

    private static void burn(long millis) {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long end = threads.getCurrentThreadCpuTime() + millis * 1_000_000;
        while (threads.getCurrentThreadCpuTime() < end) {
            Thread.onSpinWait();
        }
    }

    private static Facts ended(Stop stop) {
        assertThat(stop).isInstanceOf(Stop.Ended.class);
        return ((Stop.Ended) stop).facts();
    }

    private static List<RecordedEvent> spans(Profiler profiler, Facts facts) throws IOException {
        return RecordingFile.readAllEvents(profiler.find(facts.recording()).orElseThrow()).stream()
                .filter(event -> event.getEventType().getName().equals("profiler.Span"))
                .toList();
    }
}
