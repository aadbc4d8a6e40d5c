package dev.cobnut.loadtests.profile;

import dev.cobnut.lab.capture.ProfileRecorder;
import dev.cobnut.lab.capture.ProfileRecording;
import dev.cobnut.lab.capture.ProfilerException;
import dev.cobnut.lab.measurement.Window;
import dev.cobnut.lab.stacks.ProfileEvent;
import dev.cobnut.lab.stacks.StackTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import one.convert.Arguments;
import one.convert.JfrToFlame;
import one.convert.JfrToHeatmap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/// The result folder of a profile.
///
/// ```text
/// recording.jfr          as the profiler wrote it
/// profile.json           facts about the recording, the process and the machine
/// cpu.stacks.gz …        a table of stacks per event
/// cpu.collapsed …        the same as text, one stack per line: frames between semicolons, then the value
/// cpu-annotated.png …    a flame graph with one subsystem boxed; .svg the same
/// cpu-annotated.html …   the same as an interactive page
/// cpu.html …             async-profiler's flame graph
/// cpu-heatmap.html …     its samples over time
/// ```
final class ProfileFolder {

    /// The only column of the tables.
    static final String RUN = "profile";

    private static final String COMMIT_FLAG = "-Dcobnut.commit=";
    private static final JsonMapper JSON =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    private final Path folder;

    /// @param folder an empty folder, or one that [#create] made
    ProfileFolder(Path folder) {
        this.folder = folder;
    }

    /// @param commit of the code that ran, when the process was started with `-Dcobnut.commit=…`
    /// @param complete false when the process ended before the recording did
    record Facts(
            Instant takenAt,
            boolean complete,
            @Nullable String commit,
            String engine,
            boolean kernelFrames,
            String profiler,
            double recordedSeconds,
            ProfileRecorder.@Nullable Taken process,
            List<Window.Profile> profiles,
            List<Window.Span> spans,
            ProfileRecording.Target target,
            List<String> notices) {}

    void create() throws ProfilerException {
        try {
            Files.createDirectories(folder);
        } catch (IOException e) {
            throw new ProfilerException(
                    "The folder " + folder + " cannot be created: " + e + ".", e);
        }
    }

    Path folder() {
        return folder;
    }

    Path recording() {
        return folder.resolve("recording.jfr");
    }

    void write(ProfileRecording recording, Facts facts, ProfilePictures pictures)
            throws IOException {
        Files.writeString(folder.resolve("profile.json"), JSON.writeValueAsString(facts) + "\n");
        for (StackTable table : recording.stacks().values()) {
            String name = table.event().id();
            table.write(folder.resolve(name + ".stacks.gz"));
            Files.write(folder.resolve(name + ".collapsed"), collapsed(table));
            if (table.size() > 0) {
                pictures.of(table, facts).write(folder, name + "-annotated");
                String jfr = recording().toString();
                JfrToFlame.convert(
                        jfr, folder.resolve(name + ".html").toString(), arguments(table.event()));
                JfrToHeatmap.convert(
                        jfr,
                        folder.resolve(name + "-heatmap.html").toString(),
                        arguments(table.event()));
            }
        }
    }

    static Optional<String> commit(ProfileRecording recording) {
        return recording.process().jvmFlags().stream()
                .filter(flag -> flag.startsWith(COMMIT_FLAG))
                .map(flag -> flag.substring(COMMIT_FLAG.length()))
                .findFirst();
    }

    static Arguments arguments(ProfileEvent event) {
        return event == ProfileEvent.CPU || event == ProfileEvent.WALL
                ? new Arguments("--" + event.id(), "--norm", "--dot")
                : new Arguments("--" + event.id(), "--total", "--norm", "--dot");
    }

    /// One stack per line: frames between semicolons, then the value.
    static List<String> collapsed(StackTable table) {
        List<String> lines = new ArrayList<>(table.size());
        table.forEach((stack, counts) ->
                lines.add(
                        String.join(
                                        ";",
                                        stack.stream()
                                                .map(frame -> frame.replace(';', ','))
                                                .toList())
                                + " "
                                + counts.getFirst().value()));
        return lines;
    }
}
