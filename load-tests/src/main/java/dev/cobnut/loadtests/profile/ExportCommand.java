package dev.cobnut.loadtests.profile;

import dev.cobnut.lab.capture.ProfileRecording;
import dev.cobnut.lab.capture.ProfilerException;
import dev.cobnut.lab.stacks.ProfileEvent;
import dev.cobnut.lab.stacks.StackTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import one.convert.Arguments;
import one.convert.JfrToPprof;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tools.jackson.databind.json.JsonMapper;

/// `./cobnut profile export`: writes a recording in the format of another tool.
@Command(
        name = "export",
        description = {
            "Writes a recording for another tool: speedscope (https://www.speedscope.app) with all events,"
                    + " collapsed stacks or pprof of one event."
        })
final class ExportCommand implements Callable<Integer> {

    private static final String RUN = ProfileFolder.RUN;

    @Parameters(
            index = "0",
            paramLabel = "RECORDING.jfr",
            description = "A recording of async-profiler.")
    private Path recording = Path.of("");

    @Option(names = "--format", required = true, description = "speedscope, collapsed or pprof.")
    private Format format = Format.SPEEDSCOPE;

    @Option(
            names = "--event",
            description = "For collapsed and pprof: cpu, alloc, wall or lock (${DEFAULT-VALUE}).")
    private ProfileEvent event = ProfileEvent.CPU;

    @Option(names = "--out", required = true, description = "The file; replaced when it exists.")
    private Path out = Path.of("");

    @Spec private CommandSpec spec = CommandSpec.create();

    private enum Format {
        SPEEDSCOPE,
        COLLAPSED,
        PPROF
    }

    @Override
    public Integer call() throws IOException {
        ProfileRecording read = ProfileRecording.read(recording, RUN);
        switch (format) {
            case SPEEDSCOPE -> Files.writeString(out, speedscope(read));
            case COLLAPSED -> Files.write(out, ProfileFolder.collapsed(table(read)));
            case PPROF -> {
                table(read);
                Arguments arguments = ProfileFolder.arguments(event);
                // The converter compresses when this ends with gz.
                arguments.output = out.toString();
                JfrToPprof.convert(recording.toString(), out.toString(), arguments);
            }
        }
        spec.commandLine().getOut().println("Written to " + out);
        return 0;
    }

    private StackTable table(ProfileRecording read) throws ProfilerException {
        @Nullable StackTable table = read.stacks().get(event);
        if (table == null) {
            throw new ProfilerException(
                    "The recording %s has no event %s.".formatted(recording, event.id()));
        }
        return table;
    }

    /// A profile of a file for speedscope.
    private record Profile(
            String type,
            String name,
            String unit,
            long startValue,
            long endValue,
            List<List<Integer>> samples,
            List<Long> weights) {}

    /// One sampled profile per event; https://www.speedscope.app/file-format-schema.json.
    private String speedscope(ProfileRecording read) {
        Map<String, Integer> frames = new LinkedHashMap<>();
        List<Profile> profiles = new ArrayList<>();
        read.stacks()
                .forEach((kind, table) -> {
                    List<List<Integer>> samples = new ArrayList<>();
                    List<Long> weights = new ArrayList<>();
                    table.forEach((stack, counts) -> {
                        samples.add(
                                stack.stream()
                                        .map(frame ->
                                                frames.computeIfAbsent(frame, _ -> frames.size()))
                                        .toList());
                        weights.add(counts.getFirst().value());
                    });
                    profiles.add(
                            new Profile(
                                    "sampled",
                                    kind.id(),
                                    kind == ProfileEvent.ALLOC ? "bytes" : "nanoseconds",
                                    0,
                                    table.total(RUN).value(),
                                    samples,
                                    weights));
                });
        return JsonMapper.shared()
                .writeValueAsString(
                        Map.of(
                                "$schema",
                                "https://www.speedscope.app/file-format-schema.json",
                                "name",
                                String.valueOf(recording.getFileName()),
                                "shared",
                                Map.of(
                                        "frames",
                                        frames.keySet().stream()
                                                .map(name -> Map.of("name", name))
                                                .toList()),
                                "profiles",
                                profiles));
    }
}
