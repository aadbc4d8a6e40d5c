package dev.cobnut.lab.plan;

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
/// @param changes rows of the report's table of changes
/// @param repeats fresh JVMs of each variant
/// @param hotspot name of the subsystem that the pictures mark
/// @param subsystems path of a file of patterns, relative to the session; null for the built-in one
/// @param observations the author's remarks, Markdown; null when there are none
/// @param recommendation the author's, Markdown; null for one computed from the verdicts
public record SessionPlan(
        @Allowed(value = Allowed.NAMES, required = true, pattern = Allowed.NAME) String name,
        @Allowed(value = "a text", required = true) String title,
        @Allowed(value = "a text", required = true) String question,
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

    /// @param simulation name of a Gatling simulation
    /// @param warmUp time before the first window, with a rate that rises to the window's rate
    /// @param kneeSharesOf the variant whose knee applies when a window's rate is a share of a knee
    /// @param knee requests per second at the knee; null when a sweep finds it
    public record Load(
            String simulation,
            @Allowed(value = "a whole number, at least 0", min = 0) long seed,
            @Allowed(
                            value = "a duration from 1s to 12h, such as 60s, 2m or 5ms",
                            min = Allowed.SECOND,
                            max = 12 * 3600 * Allowed.SECOND)
                    Duration warmUp,
            @Allowed(value = "one of A and B", pattern = "[AB]") String kneeSharesOf,
            @Allowed(value = "a number above 0", min = 0, minAllowed = false)
                    @Nullable Double knee) {}

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
