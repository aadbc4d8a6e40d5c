package dev.cobnut.lab.plan;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.cobnut.lab.stacks.ProfileEvent;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.annotation.JsonDeserialize;

/// A session: two variants of the service, their load, and the measurements.
///
/// @param name of its folder: digits, lower-case letters and dashes
/// @param title a heading for the report
/// @param question question that the session answers, in a sentence or two
/// @param service any JVM service; null for the service of this repository
/// @param changes rows of the report's table of changes
/// @param repeats fresh JVMs of each variant
/// @param hotspot name of the subsystem that the pictures mark
/// @param subsystems path of a file of patterns, relative to the session; null for the built-in one
/// @param inUse the variant that is in use when the session is decided; null when it is not said
/// @param observations the author's remarks, Markdown; null when there are none
/// @param recommendation the author's, Markdown; null for one computed from the verdicts
public record SessionPlan(
        @Allowed(value = Allowed.NAMES, required = true, pattern = Allowed.NAME) String name,
        @Allowed(value = "a text", required = true) String title,
        @Allowed(value = "a text", required = true) String question,
        @Nullable Service service,
        @Allowed(value = "a group with the keys A and B", required = true)
                Map<String, Variant> variants,
        List<Change> changes,
        Load load,
        List<WindowPlan> windows,
        Capture capture,
        @Allowed(value = "a whole number from 3 to 50", min = RUNS_MIN, max = 50) int repeats,
        String hotspot,
        @Nullable String subsystems,
        Thresholds thresholds,
        @Allowed(value = "one of A and B", pattern = "[AB]") @Nullable String inUse,
        @Nullable String observations,
        @Nullable String recommendation) {

    /// The two variants, before and after.
    public static final List<String> VARIANTS = List.of("A", "B");

    /// Fewest runs of each variant that can be compared. Two runs agree by chance too often: their
    /// variance has at most two degrees of freedom.
    public static final int RUNS_MIN = 3;

    /// @param id one of [#VARIANTS]
    public Variant variant(String id) {
        return Objects.requireNonNull(variants.get(id), id);
    }

    /// A service that is started by a command and measured from outside.
    ///
    /// @param command program and arguments. A word `{jvm}` stands for the JVM flags, `{arguments}`
    ///   for the variant's arguments; in any word, `{port}`, `{data}` and `{session}` stand for the
    ///   port, an empty folder, and the session's folder
    /// @param ready path that answers 200 when the service accepts requests
    /// @param requests null to count the answers that the load generator got
    public record Service(
            @Allowed(value = "a list of words", required = true) List<String> command,
            @Allowed(value = "a path such as /health", pattern = "/.*") String ready,
            @Nullable Requests requests) {}

    /// A counter of answered requests in the Prometheus text format.
    ///
    /// @param page its path
    /// @param counter name of the sample; all its labels are summed
    public record Requests(
            @Allowed(value = "a path such as /metrics", required = true, pattern = "/.*")
                    String page,
            @Allowed(value = "the name of a counter", required = true) String counter) {}

    /// @param title a few words for tables and captions
    /// @param ref git commit, tag or branch; null is the working tree
    /// @param plugins jars for the service's class path, by name
    /// @param arguments of the service, for example `--server.tomcat.threads.max=50`
    /// @param jvm flags that follow those of `cobnut.jvmargs`
    /// @param profile false for a variant whose runs are never profiled
    public record Variant(
            @Allowed(value = "a text", required = true) String title,
            @Nullable String ref,
            List<String> plugins,
            List<String> arguments,
            List<String> jvm,
            boolean profile) {}

    /// A difference between the variants, described for the reader.
    public record Change(
            @Allowed(value = "a text", required = true) String what,
            @Allowed(value = "a text", required = true) String before,
            @Allowed(value = "a text", required = true) String after) {}

    /// @param simulation name of a Gatling simulation; with a `service`, `GET /path` or a class
    /// @param command program and arguments that make the load in place of a simulation; null for a
    ///   simulation. In any word, `{url}`, `{port}`, `{session}`, `{rate}` and `{seconds}` stand
    ///   for the service's address and port, the session's folder, the window's rate, and the time
    ///   that the command has to run
    /// @param classPath jars and folders with that class; `{session}` stands for the session's
    ///   folder
    /// @param warmUp least time before the first window, with a rate that rises to the window's
    ///   rate
    /// @param steady ends the warm-up
    /// @param kneeSharesOf the variant whose knee applies when a window's rate is a share of a knee
    /// @param knee requests per second at the knee; null when a sweep finds it
    public record Load(
            String simulation,
            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable List<String> command,
            List<String> classPath,
            @Allowed(value = "a whole number, at least 0", min = 0) long seed,
            @Allowed(
                            value = "a duration from 1s to 12h, such as 60s, 2m or 5ms",
                            min = Allowed.SECOND,
                            max = 12 * 3600 * Allowed.SECOND)
                    Duration warmUp,
            Steady steady,
            @Allowed(value = "one of A and B", pattern = "[AB]") String kneeSharesOf,
            @Allowed(value = "a number above 0", min = 0, minAllowed = false)
                    @Nullable Double knee) {

        public static final String RATE = "{rate}";

        /// False for a command with a rate of its own.
        public boolean isPlanned() {
            return command == null || command.stream().anyMatch(word -> word.contains(RATE));
        }
    }

    /// The steady state that ends a warm-up: in three parts of ten seconds in sequence, the
    /// compiler's share of the process's CPU time and the throughput stay within these limits.
    ///
    /// @param compilerShare largest share of the compiler, 0 to 1
    /// @param change largest difference of two of the shares, and of two throughputs as a fraction
    ///   of their mean
    /// @param max the warm-up ends after this time also without a steady state, unless `warmUp` is
    ///   longer
    public record Steady(
            @Allowed(value = "a number from 0 to 1", min = 0, max = 1) double compilerShare,
            @Allowed(value = "a number above 0 and at most 1", min = 0, minAllowed = false, max = 1)
                    double change,
            @Allowed(
                            value = "a duration from 1s to 12h, such as 60s, 2m or 5ms",
                            min = Allowed.SECOND,
                            max = 12 * 3600 * Allowed.SECOND)
                    Duration max) {}

    /// One measured part of each run. The windows of a run follow one another in the same JVM.
    ///
    /// A window is one recording, which ends after an hour.
    ///
    /// @param perSecond requests per second; null when `kneeShare` is given
    /// @param kneeShare rate as a share of the knee, 0 to 1
    /// @param events events to profile; empty for a window without a profile
    /// @param backlog null when delivery runs normally
    /// @param per operation that costs are divided by
    public record WindowPlan(
            @Allowed(value = Allowed.NAMES, required = true, pattern = Allowed.NAME) String name,
            @Allowed(
                            value = "a number above 0 and at most 100000",
                            min = 0,
                            minAllowed = false,
                            max = 100_000)
                    @Nullable Double perSecond,
            @Allowed(value = "a number above 0 and at most 1", min = 0, minAllowed = false, max = 1)
                    @Nullable Double kneeShare,
            @Allowed(
                            value = "a duration from 1s to 3540s, such as 60s, 2m or 5ms",
                            min = Allowed.SECOND,
                            max = 3540 * Allowed.SECOND)
                    Duration length,
            List<ProfileEvent> events,
            @Nullable Backlog backlog,
            Per per) {

        private static final double KNEE_SHARE = 0.6;

        public WindowPlan {
            events = events.stream().sorted().toList();
            if (perSecond == null && kneeShare == null) {
                kneeShare = KNEE_SHARE;
            }
        }
    }

    public enum Per {
        /// An answered request.
        REQUEST,
        /// A delivered event.
        DELIVERED
    }

    /// The delivery is held until `events` events wait. Then the window begins.
    ///
    /// @param sinkPerSecond events per second that may be delivered in the window; null for no
    ///   limit
    public record Backlog(
            @Allowed(value = "a whole number, at least 1", required = true, min = 1) long events,
            @Allowed(value = "a number above 0", min = 0, minAllowed = false)
                    @Nullable Double sinkPerSecond) {}

    /// Intervals of the profiler.
    ///
    /// @param alloc bytes
    public record Capture(
            @Allowed(value = Allowed.INTERVAL, min = Allowed.MICROSECOND, max = Allowed.SECOND)
                    Duration cpu,
            @Allowed("a size above 0 such as 512 KiB, 512k or 1m")
                    @JsonDeserialize(using = PlanBinding.SizeReader.class)
                    long alloc,
            @Allowed(value = Allowed.INTERVAL, min = Allowed.MICROSECOND, max = Allowed.SECOND)
                    Duration wall,
            @Allowed(value = Allowed.INTERVAL, min = Allowed.MICROSECOND, max = Allowed.SECOND)
                    Duration lock) {}

    /// @param practical smallest relative change that matters, 0 to 1
    /// @param regressed smallest relative regression that fails the gate, 0 to 1
    /// @param falseDiscoveryRate of the rows of one table (Benjamini and Hochberg)
    public record Thresholds(
            @Allowed(value = "a number from 0 to 1", min = 0, max = 1) double practical,
            @Allowed(value = "a number from 0 to 1", min = 0, max = 1) double regressed,
            @Allowed(value = "a number above 0 and at most 1", min = 0, minAllowed = false, max = 1)
                    double falseDiscoveryRate) {}
}
