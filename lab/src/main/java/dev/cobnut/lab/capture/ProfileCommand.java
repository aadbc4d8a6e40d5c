package dev.cobnut.lab.capture;

import dev.cobnut.lab.measurement.Window;
import dev.cobnut.lab.plan.PlanDefaults;
import dev.cobnut.lab.plan.SessionPlan;
import dev.cobnut.lab.stacks.ProfileEvent;
import dev.cobnut.lab.stacks.Subsystems;
import java.io.IOException;
import java.io.PrintStream;
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
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// `./cobnut profile`: records a process for a given time and shows where its time went.
@Command(
        name = "profile",
        description = {
            "Records where a process spends CPU time, allocates, and waits.",
            "--target records a service that was started with --cobnut.profiling.enabled=true;"
                    + " --pid records any other JVM of the same user.",
            "--recording shows an existing recording in the same way."
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
    private List<String> events = List.of("cpu", "alloc", "wall", "lock");

    @Option(
            names = "--engine",
            description =
                    "For CPU time: cpu (perf events where permitted) or ctimer (${DEFAULT-VALUE}).")
    private String engine = "cpu";

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

    @Option(
            names = "--hotspot",
            description = "Subsystem that the pictures mark with boxes (this service's hotspot).")
    private @Nullable String hotspot;

    @Option(names = "--subsystems", description = "File of patterns (this service's patterns).")
    private @Nullable Path subsystems;

    private final PlanDefaults defaults;
    private final PrintStream console;
    private final PrintStream errors;

    /// @param defaults subsystems and hotspot that apply when none are named
    public ProfileCommand(PlanDefaults defaults) {
        this(defaults, System.out, System.err);
    }

    ProfileCommand(PlanDefaults defaults, PrintStream console, PrintStream errors) {
        this.defaults = defaults;
        this.console = console;
        this.errors = errors;
    }

    @Override
    public Integer call() throws InterruptedException {
        String wrong = wrong();
        if (wrong != null) {
            errors.println(wrong);
            return 2;
        }
        try {
            Subsystems known =
                    subsystems == null ? defaults.subsystems() : Subsystems.read(subsystems);
            String marked = hotspot == null ? defaults.hotspot() : hotspot;
            if (!known.names().contains(marked)) {
                errors.printf(
                        "--hotspot must be one of %s, not '%s'.%n",
                        String.join(", ", known.names()), marked);
                return 2;
            }
            return profile(new ProfilePictures(known, marked));
        } catch (IOException e) {
            errors.println(e.getMessage());
            return 1;
        }
    }

    private @Nullable String wrong() {
        int named = (pid == null ? 0 : 1) + (target == null ? 0 : 1) + (existing == null ? 0 : 1);
        if (named != 1) {
            return "Say what to profile: --pid <process id>, --target <address of a service>, or --recording <file>.";
        }
        if (target != null && (target.getHost() == null || !"http".equals(target.getScheme()))) {
            return "--target must be an address such as http://127.0.0.1:8080, not '"
                    + target
                    + "'.";
        }
        if (seconds < 1 || seconds > SECONDS_MAX) {
            return "--seconds must be from 1 to " + SECONDS_MAX + ", not " + seconds + ".";
        }
        if (engineAsked() == null) {
            return "--engine must be cpu or ctimer, not '" + engine + "'.";
        }
        for (String event : events) {
            if (event(event).isEmpty()) {
                return "--events must be any of cpu, alloc, wall and lock, not '" + event + "'.";
            }
        }
        return null;
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
            recorder.begin(
                            new SessionPlan.Capture(cpu, alloc, wall, lock),
                            eventsAsked(),
                            engine.equals("ctimer") ? Engine.CTIMER : Engine.CPU)
                    .ifPresent(errors::println);
            console.printf("Recording for %d s ...%n", seconds);
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
            errors.println(
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
        new ProfileSummary(console, existing == null && engine.equals("cpu"))
                .print(recording, profiles, taken);
        console.println("Written to " + results.folder());
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
            return AttachedProcess.of(pid);
        }
        if (target != null) {
            return new ServiceRecorder(target);
        }
        throw new IllegalStateException("nothing to profile");
    }

    private void closeQuietly(ProfileRecorder recorder) {
        try {
            recorder.close();
        } catch (IOException e) {
            errors.println(e.getMessage());
        }
    }

    private @Nullable Engine engineAsked() {
        for (Engine known : Engine.values()) {
            if (known.id().equals(engine)) {
                return known;
            }
        }
        return null;
    }

    private Set<ProfileEvent> eventsAsked() {
        EnumSet<ProfileEvent> asked = EnumSet.noneOf(ProfileEvent.class);
        events.forEach(event -> event(event).ifPresent(asked::add));
        return asked;
    }

    private static Optional<ProfileEvent> event(String id) {
        return EnumSet.allOf(ProfileEvent.class).stream()
                .filter(event -> event.id().equals(id.strip()))
                .findFirst();
    }

    private static String defaultName() {
        return DateTimeFormatter.ofPattern("'profile-'yyyyMMdd-HHmmss")
                .withZone(ZoneOffset.UTC)
                .format(Instant.now());
    }
}
