package dev.cobnut.loadtests.profile;

import dev.cobnut.lab.capture.Engine;
import dev.cobnut.lab.capture.ProfileRecorder;
import dev.cobnut.lab.capture.ProfileRecording;
import dev.cobnut.lab.capture.ProfilerException;
import dev.cobnut.lab.cli.UsageErrors;
import dev.cobnut.lab.cli.UsageException;
import dev.cobnut.lab.measurement.Window;
import dev.cobnut.lab.plan.PlanDefaults;
import dev.cobnut.lab.plan.SessionPlan;
import dev.cobnut.lab.stacks.ProfileEvent;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// `./cobnut profile`: records a process for a given time and shows where its time went.
@Command(
        name = "profile",
        description = {
            "Records where a process spends CPU time, allocates, and waits.",
            "--target records a service that was started with --cobnut.profiling.enabled=true;"
                    + " --pid records any other JVM of the same user.",
            "--recording shows an existing recording in the same way; compare draws two of them."
        })
public final class ProfileCommand implements Callable<Integer> {

    private static final int SECONDS_MAX = 3_600;

    @Option(names = "--pid", description = "Process to attach to.")
    private @Nullable Long pid;

    @Option(
            names = "--target",
            description = "Address of a service, such as http://127.0.0.1:8080.")
    private @Nullable URI target;

    @Option(names = "--recording", description = "An existing recording, a .jfr file.")
    private @Nullable Path existing;

    @Option(
            names = "--seconds",
            description = "Length of the recording (${DEFAULT-VALUE}; at most 3600).")
    private int seconds = 60;

    @Option(names = "--out", description = "Folder for the results (profile-<time>).")
    private @Nullable Path out;

    @Option(
            names = "--events",
            split = ",",
            description = "Any of cpu, alloc, wall and lock (all).")
    private Set<ProfileEvent> events = EnumSet.allOf(ProfileEvent.class);

    @Option(
            names = "--engine",
            description =
                    "For CPU time: cpu (perf events where permitted) or ctimer (${DEFAULT-VALUE}).")
    private Engine engine = Engine.CPU;

    @Option(
            names = "--cpu",
            converter = AmountConverters.Time.class,
            description = "CPU time between samples (${DEFAULT-VALUE}).")
    private Duration cpu = Duration.ofMillis(5);

    @Option(
            names = "--alloc",
            converter = AmountConverters.Size.class,
            description = "Bytes between samples (${DEFAULT-VALUE}).")
    private long alloc = 512 * 1024;

    @Option(
            names = "--wall",
            converter = AmountConverters.Time.class,
            description = "Elapsed time between samples (${DEFAULT-VALUE}).")
    private Duration wall = Duration.ofMillis(50);

    @Option(
            names = "--lock",
            converter = AmountConverters.Time.class,
            description = "Waiting time between samples (${DEFAULT-VALUE}).")
    private Duration lock = Duration.ofMillis(1);

    @Mixin private final MarkedSubsystem marked = new MarkedSubsystem();

    @Spec private CommandSpec spec = CommandSpec.create();

    private final PlanDefaults defaults;

    private ProfileCommand(PlanDefaults defaults) {
        this.defaults = defaults;
    }

    /// The command with `compare` and `export`.
    ///
    /// @param defaults subsystems and hotspot that apply when none are named
    public static CommandLine of(PlanDefaults defaults) {
        return UsageErrors.asSentences(
                        new CommandLine(new ProfileCommand(defaults))
                                .addSubcommand(new CompareRecordings(defaults))
                                .addSubcommand(new ExportCommand()))
                .setCaseInsensitiveEnumValuesAllowed(true);
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        check();
        return profile(marked.pictures(defaults));
    }

    private void check() throws UsageException {
        int named = (pid == null ? 0 : 1) + (target == null ? 0 : 1) + (existing == null ? 0 : 1);
        if (named != 1) {
            throw new UsageException(
                    "Say what to profile: --pid <process id>, --target <address of a service>, or --recording <file>.");
        }
        if (target != null && (target.getHost() == null || !"http".equals(target.getScheme()))) {
            throw new UsageException(
                    "--target must be an address such as http://127.0.0.1:8080, not '%s'."
                            .formatted(target));
        }
        if (seconds < 1 || seconds > SECONDS_MAX) {
            throw new UsageException(
                    "--seconds must be from 1 to %d, not %d.".formatted(SECONDS_MAX, seconds));
        }
    }

    private int profile(ProfilePictures pictures) throws IOException, InterruptedException {
        Path folder = (out == null ? Path.of(defaultName()) : out).toAbsolutePath().normalize();
        ProfileFolder results = new ProfileFolder(folder);
        if (existing != null) {
            return evaluate(existing, results, pictures);
        }
        Instant now = Instant.now();
        ProfileRecorder.Taken taken = null;
        try (ProfileRecorder recorder = recorder()) {
            Thread atExit = new Thread(() -> closeQuietly(recorder), "stop-profiler");
            Runtime.getRuntime().addShutdownHook(atExit);
            results.create();
            recorder.begin(new SessionPlan.Capture(cpu, alloc, wall, lock), events, engine)
                    .ifPresent(errors()::println);
            out().printf("Recording for %d s ...%n", seconds);
            if (recorder.awaitWhileAlive(Duration.ofSeconds(seconds))) {
                taken = recorder.end(results.recording());
            } else if (!recorder.salvage(results.recording())) {
                throw new ProfilerException(
                        "The process ended while it was profiled, and the recording is lost.");
            }
            Runtime.getRuntime().removeShutdownHook(atExit);
        }
        ProfileRecording recording = read(results, taken != null);
        evaluate(recording, now, taken != null, taken, results, pictures);
        if (taken == null) {
            errors().println(
                            "The process ended while it was profiled: the results contain its first %.0f s."
                                    .formatted(recording.seconds()));
            return 1;
        }
        return 0;
    }

    /// Evaluates a recording without the counters of its process: costs are per second.
    private int evaluate(Path jfr, ProfileFolder results, ProfilePictures pictures)
            throws IOException {
        ProfileRecording recording = ProfileRecording.read(jfr, ProfileFolder.RUN);
        results.create();
        if (!Files.exists(results.recording()) || !Files.isSameFile(jfr, results.recording())) {
            Files.copy(jfr, results.recording(), StandardCopyOption.REPLACE_EXISTING);
        }
        Instant takenAt = Files.getLastModifiedTime(jfr).toInstant();
        evaluate(recording, takenAt, true, null, results, pictures);
        return 0;
    }

    private void evaluate(
            ProfileRecording recording,
            Instant takenAt,
            boolean complete,
            ProfileRecorder.@Nullable Taken taken,
            ProfileFolder results,
            ProfilePictures pictures)
            throws IOException {
        List<Window.Profile> profiles = recording.profiles(taken == null ? null : taken.cores());
        results.write(
                recording,
                new ProfileFolder.Facts(
                        takenAt,
                        complete,
                        ProfileFolder.commit(recording).orElse(null),
                        recording.engine(),
                        recording.kernelFrames(),
                        recording.profilerVersion(),
                        recording.seconds(),
                        taken,
                        profiles,
                        recording.spans(),
                        recording.process(),
                        recording.notices()),
                pictures);
        new ProfileSummary(out(), existing == null && engine == Engine.CPU)
                .print(recording, profiles, taken);
        out().println("Written to " + results.folder());
    }

    private static ProfileRecording read(ProfileFolder results, boolean complete)
            throws IOException {
        try {
            return ProfileRecording.read(results.recording(), ProfileFolder.RUN);
        } catch (ProfilerException e) {
            if (complete) {
                throw e;
            }
            throw new ProfilerException(
                    "The process ended while it was profiled, before the first part of the recording was complete: "
                            + results.recording()
                            + " cannot be read.",
                    e);
        }
    }

    private ProfileRecorder recorder() throws IOException {
        if (pid != null) {
            return ProfileRecorder.attachedTo(pid);
        }
        if (target != null) {
            return ProfileRecorder.ofService(target);
        }
        throw new IllegalStateException("nothing to profile");
    }

    private void closeQuietly(ProfileRecorder recorder) {
        try {
            recorder.close();
        } catch (IOException e) {
            errors().println(e.getMessage());
        }
    }

    private PrintWriter out() {
        return spec.commandLine().getOut();
    }

    private PrintWriter errors() {
        return spec.commandLine().getErr();
    }

    private static String defaultName() {
        return DateTimeFormatter.ofPattern("'profile-'yyyyMMdd-HHmmss")
                .withZone(ZoneOffset.UTC)
                .format(Instant.now());
    }
}
