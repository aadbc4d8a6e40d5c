package dev.cobnut.loadtests.profile;

import dev.cobnut.loadtests.measurement.Window;
import dev.cobnut.loadtests.plan.SessionPlan;
import dev.cobnut.loadtests.stacks.ProfileEvent;
import dev.cobnut.loadtests.stacks.Subsystems;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// `./cobnut profile`: records a process for a time, and shows where it went.
@Command(
        name = "profile",
        description = {
            "Records where a process spends CPU time, allocates, and waits.",
            "A service that was started with --cobnut.profiling.enabled=true is asked by its address"
                    + " (--target); any other JVM of the same user by its process id (--pid)."
        })
public final class ProfileCommand implements Callable<Integer> {

    private static final int SECONDS_MAX = 3_600;

    /// Below it, the profile does not speak for the process.
    private static final double COVERAGE_MIN = 0.8;

    /// Below it, shares are mostly chance: at 25 % of 200 samples the error is 6 points.
    private static final int SAMPLES_MIN = 200;

    @Option(names = "--pid", description = "Process to attach to.")
    private @Nullable Long pid;

    @Option(names = "--target", description = "Address of a service, as http://127.0.0.1:8080.")
    private @Nullable URI target;

    @Option(names = "--seconds", description = "How long (${DEFAULT-VALUE}; at most 3600).")
    private int seconds = 60;

    @Option(names = "--out", description = "Folder for the results (profile-<time>).")
    private @Nullable Path out;

    @Option(names = "--events", split = ",", description = "Of cpu, alloc, wall and lock (all).")
    private List<String> events = List.of("cpu", "alloc", "wall", "lock");

    @Option(
            names = "--engine",
            description =
                    "For CPU time: cpu (perf events where permitted) or ctimer (${DEFAULT-VALUE}).")
    private String engine = "cpu";

    @Option(
            names = "--cpu",
            converter = Amounts.Time.class,
            description = "CPU time between samples (${DEFAULT-VALUE}).")
    private Duration cpu = Duration.ofMillis(5);

    @Option(
            names = "--alloc",
            converter = Amounts.Size.class,
            description = "Bytes between samples (${DEFAULT-VALUE}).")
    private long alloc = 512 * 1024;

    @Option(
            names = "--wall",
            converter = Amounts.Time.class,
            description = "Elapsed time between samples (${DEFAULT-VALUE}).")
    private Duration wall = Duration.ofMillis(50);

    @Option(
            names = "--lock",
            converter = Amounts.Time.class,
            description = "Waiting time between samples (${DEFAULT-VALUE}).")
    private Duration lock = Duration.ofMillis(1);

    @Option(
            names = "--hotspot",
            description = "Subsystem that the pictures box (${DEFAULT-VALUE}).")
    private String hotspot = "outbox";

    @Option(names = "--subsystems", description = "File of patterns (that of this service).")
    private @Nullable Path subsystems;

    private final PrintStream console;
    private final PrintStream errors;

    public ProfileCommand() {
        this(System.out, System.err);
    }

    ProfileCommand(PrintStream console, PrintStream errors) {
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
                    subsystems == null ? Subsystems.builtIn() : Subsystems.read(subsystems);
            if (!known.names().contains(hotspot)) {
                errors.printf(
                        "--hotspot is one of %s, not '%s'.%n",
                        String.join(", ", known.names()), hotspot);
                return 2;
            }
            return profile(new ProfilePictures(known, hotspot));
        } catch (IOException e) {
            errors.println(e.getMessage());
            return 1;
        }
    }

    private @Nullable String wrong() {
        if ((pid == null) == (target == null)) {
            return "Say what to profile: --pid <process id>, or --target <address of a service>.";
        }
        if (target != null && (target.getHost() == null || !"http".equals(target.getScheme()))) {
            return "--target is an address such as http://127.0.0.1:8080, not '" + target + "'.";
        }
        if (seconds < 1 || seconds > SECONDS_MAX) {
            return "--seconds is from 1 to " + SECONDS_MAX + ", not " + seconds + ".";
        }
        if (engineAsked() == null) {
            return "--engine is cpu or ctimer, not '" + engine + "'.";
        }
        for (String event : events) {
            if (event(event).isEmpty()) {
                return "--events are of cpu, alloc, wall and lock, not '" + event + "'.";
            }
        }
        return null;
    }

    private int profile(ProfilePictures pictures) throws IOException, InterruptedException {
        Path folder = (out == null ? Path.of(defaultName()) : out).toAbsolutePath().normalize();
        ProfileFolder results = new ProfileFolder(folder);
        Instant now = Instant.now();
        Recorder.Taken taken = null;
        try (Recorder recorder = recorder()) {
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
                        "The process ended while it was profiled, and nothing of the recording is left.");
            }
            Runtime.getRuntime().removeShutdownHook(atExit);
        }
        Recording recording = read(results, taken != null);
        List<Window.Profile> profiles = recording.profiles(taken == null ? null : taken.cpuNanos());
        results.write(
                recording,
                new ProfileFolder.Facts(
                        now,
                        taken != null,
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
        show(recording, profiles, taken, folder);
        if (taken == null) {
            errors.println(
                    "The process ended while it was profiled: the results hold its first %.0f s."
                            .formatted(recording.seconds()));
            return 1;
        }
        return 0;
    }

    private static Recording read(ProfileFolder results, boolean complete) throws IOException {
        try {
            return Recording.read(results.recording(), ProfileFolder.RUN);
        } catch (ProfilerException e) {
            if (complete) {
                throw e;
            }
            throw new ProfilerException(
                    "The process ended while it was profiled, before a first part of the recording was finished: "
                            + results.recording()
                            + " cannot be read.",
                    e);
        }
    }

    private void show(
            Recording recording,
            List<Window.Profile> profiles,
            Recorder.@Nullable Taken taken,
            Path folder) {
        recording.stacks().values().forEach(table -> TopFrames.print(table, console));
        if (!recording.spans().isEmpty()) {
            console.printf(
                    "%nspans                                  count     p50 ms     p99 ms%n");
            recording
                    .spans()
                    .forEach(span ->
                            console.printf(
                                    Locale.ROOT,
                                    "  %-32s %9d %10.3f %10.3f%n",
                                    span.tag(),
                                    span.count(),
                                    span.p50Ms(),
                                    span.p99Ms()));
        }
        console.println();
        for (Window.Profile profile : profiles) {
            if (profile.event() == ProfileEvent.CPU) {
                showEngine(recording, profile);
            }
        }
        if (taken != null && !taken.endedBy().equals("request")) {
            console.printf(
                    Locale.ROOT,
                    "The service ended the recording by itself after %.0f s (cobnut.profiling.%s).%n",
                    taken.seconds(),
                    taken.endedBy());
        }
        recording.notices().forEach(notice -> console.println("The profiler says: " + notice));
        console.println("Written to " + folder);
    }

    private void showEngine(Recording recording, Window.Profile cpuTime) {
        Double coverage = cpuTime.coverage();
        console.printf(
                Locale.ROOT,
                "CPU time by %s every %.3f ms%s; kernel frames: %s%n",
                cpuTime.engine(),
                cpuTime.interval() / 1e6,
                coverage == null
                        ? ""
                        : String.format(
                                Locale.ROOT, ", %.0f %% of what the process used", 100 * coverage),
                recording.kernelFrames() ? "yes" : "no");
        if (engine.equals("cpu") && !cpuTime.engine().equals("perf_events")) {
            console.println(
                    "The kernel did not permit perf events: the timer sees no kernel frames, and is not to be compared with perf events.");
        }
        if (cpuTime.samples() < SAMPLES_MIN) {
            console.printf(
                    Locale.ROOT,
                    "%d samples of CPU time are few: longer, or under load, says more.%n",
                    cpuTime.samples());
        } else if (coverage != null && coverage < COVERAGE_MIN) {
            console.printf(
                    Locale.ROOT,
                    "Coverage is below %.0f %%: the profile does not speak for all that the process did.%n",
                    100 * COVERAGE_MIN);
        }
    }

    private Recorder recorder() throws IOException {
        if (pid != null) {
            return AttachedProcess.of(pid);
        }
        if (target != null) {
            return new ServiceRecorder(target);
        }
        throw new IllegalStateException("nothing to profile");
    }

    private void closeQuietly(Recorder recorder) {
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
