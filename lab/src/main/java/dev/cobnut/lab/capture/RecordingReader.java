package dev.cobnut.lab.capture;

import dev.cobnut.lab.measurement.Window;
import dev.cobnut.lab.stacks.ProfileEvent;
import dev.cobnut.lab.stacks.StackTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import one.jfr.JfrReader;
import one.jfr.event.AllocationSample;
import one.jfr.event.ContendedLock;
import one.jfr.event.Event;
import one.jfr.event.ExecutionSample;
import one.jfr.event.SpanEvent;
import org.jspecify.annotations.Nullable;

/// Reads one recording chunk by chunk. Numbers of stacks and classes are valid in their chunk only.
final class RecordingReader {

    /// The thread state in samples of CPU time. Samples of elapsed time have other states.
    private static final String STATE_CPU = "STATE_DEFAULT";

    private static final List<String> CPU_ENGINES = List.of("perf_events", "ctimer", "itimer");

    private final Path file;
    private final String runId;
    private final Map<ProfileEvent, StackTable> tables = new EnumMap<>(ProfileEvent.class);
    private final Map<ProfileEvent, Long> intervals = new EnumMap<>(ProfileEvent.class);
    private final SpanTimes spans = new SpanTimes();
    private final RequestSamples requests = new RequestSamples();
    private final ProfilerEvents about = new ProfilerEvents();

    /// The samples of the chunk.
    private final Map<Key, SampledStack> chunk = new HashMap<>();

    /// The stacks of all chunks. Their endpoints are known at the end.
    private final List<Named> stacks = new ArrayList<>();

    private record Key(ProfileEvent event, int stackId, int classId) {}

    private record Named(StackTable table, List<String> frames, SampledStack samples) {}

    RecordingReader(Path file, String runId) {
        this.file = file;
        this.runId = runId;
    }

    ProfileRecording read() throws IOException {
        if (!Files.isReadable(file)) {
            throw new ProfilerException(
                    "The recording " + file + " does not exist or may not be read.");
        }
        try (JfrReader jfr = new JfrReader(file.toString())) {
            about.register(jfr);
            jfr.stopAtNewChunk = true;
            while (jfr.hasMoreChunks()) {
                readChunk(jfr);
            }
            if (tables.isEmpty()) {
                throw new IOException(
                        jfr.incomplete()
                                ? "it is cut off, and no part of it is complete"
                                : "it has no setting with the profiled events");
            }
            if (jfr.incomplete()) {
                about.notice(
                        "The recording is cut off: the data after its last complete part is lost.");
            }
            return recording(jfr);
        } catch (IOException | RuntimeException e) {
            throw new ProfilerException(
                    "The recording " + file + " cannot be read: " + reason(e) + ".", e);
        }
    }

    private ProfileRecording recording(JfrReader jfr) {
        List<Window.Span> all = spans.perTag(requests.perTag());
        stacks.forEach(stack -> stack.samples.addTo(stack.table, runId, stack.frames));
        return new ProfileRecording(
                tables,
                intervals,
                all,
                jfr.settings.getOrDefault("engine", "unknown"),
                jfr.settings.getOrDefault("version", "unknown"),
                jfr.durationNanos() / 1e9,
                Boolean.parseBoolean(jfr.settings.getOrDefault("kernelSymbols", "false")),
                about.target(),
                about.notices());
    }

    private void readChunk(JfrReader jfr) throws IOException {
        @Nullable Event event;
        while ((event = jfr.readEvent()) != null) {
            switch (event) {
                case ExecutionSample sample -> {
                    ProfileEvent kind = isCpu(jfr, sample) ? ProfileEvent.CPU : ProfileEvent.WALL;
                    long samples = sample.samples();
                    long nanos = samples * interval(jfr, kind);
                    SampledStack stack = count(kind, sample.stackTraceId, 0, samples, nanos);
                    requests.sampled(kind, sample.tid, sample.time, nanos, stack);
                }
                case AllocationSample sample -> {
                    long bytes = sample.value();
                    SampledStack stack =
                            count(
                                    ProfileEvent.ALLOC,
                                    sample.stackTraceId,
                                    sample.classId,
                                    1,
                                    bytes);
                    requests.sampled(ProfileEvent.ALLOC, sample.tid, sample.time, bytes, stack);
                }
                case ContendedLock wait ->
                        count(
                                ProfileEvent.LOCK,
                                wait.stackTraceId,
                                0,
                                1,
                                Math.max(
                                        Math.round(wait.duration * jfr.nanosPerTick),
                                        interval(jfr, ProfileEvent.LOCK)));
                case SpanEvent span -> {
                    if (!requests.take(span, jfr.nanosPerTick)) {
                        spans.add(span.tag, span.duration * jfr.nanosPerTick);
                    }
                }
                default -> about.take(event);
            }
        }
        endChunk(jfr);
    }

    private static boolean isCpu(JfrReader jfr, ExecutionSample sample) {
        return STATE_CPU.equals(jfr.getEnumValue("jdk.types.ThreadState", sample.threadState));
    }

    private SampledStack count(
            ProfileEvent event, int stackId, int classId, long samples, long value) {
        SampledStack stack =
                chunk.computeIfAbsent(new Key(event, stackId, classId), _ -> new SampledStack());
        stack.add(samples, value);
        return stack;
    }

    private void endChunk(JfrReader jfr) {
        for (ProfileEvent event : ProfileEvent.values()) {
            long interval = interval(jfr, event);
            if (interval > 0) {
                intervals.put(event, interval);
                tables.computeIfAbsent(event, _ -> new StackTable(event, List.of(runId)));
            }
        }
        StackNames names = new StackNames(jfr);
        chunk.forEach((key, samples) -> {
            List<String> stack = names.stack(key.stackId());
            if (key.event() == ProfileEvent.ALLOC) {
                stack.add(names.type(key.classId()));
            }
            StackTable table =
                    tables.computeIfAbsent(
                            key.event(), event -> new StackTable(event, List.of(runId)));
            stacks.add(new Named(table, stack, samples));
        });
        chunk.clear();
    }

    /// The recorded interval; 0 for an event that was not recorded.
    private static long interval(JfrReader jfr, ProfileEvent event) {
        boolean cpu = event == ProfileEvent.CPU;
        if (cpu && !CPU_ENGINES.contains(jfr.settings.getOrDefault("engine", ""))) {
            return 0;
        }
        String value = jfr.settings.getOrDefault(cpu ? "interval" : event.id(), "");
        return value.matches("\\d{1,18}") ? Long.parseLong(value) : 0;
    }

    private static String reason(Exception failure) {
        return failure instanceof IOException && failure.getMessage() != null
                ? failure.getMessage()
                : "it is damaged (" + failure.getClass().getSimpleName() + ")";
    }
}
