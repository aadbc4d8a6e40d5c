package dev.cobnut.loadtests.plan;

import dev.cobnut.loadtests.stacks.ProfileEvent;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// One session: two variants of the service, the load they get, and what is measured.
///
/// @param name of its folder: digits, lower-case letters and dashes
/// @param title a heading for the report
/// @param question what the session is to answer, a sentence or two
/// @param changes rows of the report's table of changes
/// @param repeats fresh JVMs of each variant
/// @param hotspot name of the subsystem that the pictures mark
/// @param subsystems path of a file of patterns, relative to the session; null for the built-in one
/// @param observations the author's own remarks, Markdown; null when there are none
/// @param recommendation the author's, Markdown; null leaves what follows from the verdicts
public record SessionPlan(
        String name,
        String title,
        String question,
        Map<String, Variant> variants,
        List<Change> changes,
        Load load,
        List<WindowPlan> windows,
        Capture capture,
        int repeats,
        String hotspot,
        @Nullable String subsystems,
        Thresholds thresholds,
        @Nullable String observations,
        @Nullable String recommendation) {

    /// The two variants, before and after.
    public static final List<String> VARIANTS = List.of("A", "B");

    /// Least runs of each variant that can be compared. Two of each agree by chance too often:
    /// their spread is known with two degrees of freedom at most.
    public static final int RUNS_MIN = 3;

    /// @param id one of [#VARIANTS]
    public Variant variant(String id) {
        return Objects.requireNonNull(variants.get(id), id);
    }

    /// @param title a few words for tables and captions
    /// @param ref git commit, tag or branch; null is the working tree
    /// @param plugins jars of the lab for the service's class path, by name
    /// @param arguments of the service, for example `--cobnut.outbox.pace=100ms`
    /// @param jvm flags, after those of `cobnut.jvmargs`
    /// @param profile false: its runs are measured without a profile, whatever the windows say
    public record Variant(
            String title,
            @Nullable String ref,
            List<String> plugins,
            List<String> arguments,
            List<String> jvm,
            boolean profile) {}

    /// What differs, for the reader.
    public record Change(String what, String before, String after) {}

    /// @param simulation name of a Gatling simulation
    /// @param warmUp before the first window, rising to its rate
    /// @param kneeSharesOf when a window's rate is a share of a knee: the variant whose knee it is
    /// @param knee requests per second at the knee; null when a sweep is to find it
    public record Load(
            String simulation,
            long seed,
            Duration warmUp,
            String kneeSharesOf,
            @Nullable Double knee) {}

    /// One measured part of each run; they follow one another in the same JVM.
    ///
    /// @param perSecond requests per second; null when `kneeShare` is given
    /// @param kneeShare rate as a share of the knee, 0 to 1
    /// @param events what is profiled; empty for a window without a profile
    /// @param backlog null for a delivery that is not hindered
    /// @param per what a cost is divided by
    public record WindowPlan(
            String name,
            @Nullable Double perSecond,
            @Nullable Double kneeShare,
            Duration length,
            List<ProfileEvent> events,
            @Nullable Backlog backlog,
            Per per) {}

    public enum Per {
        /// An answered request.
        REQUEST,
        /// An event that left the outbox.
        DELIVERED
    }

    /// The delivery is held until `events` wait; then the window begins.
    ///
    /// @param sinkPerSecond events per second that may leave in the window; null for no limit
    public record Backlog(long events, @Nullable Double sinkPerSecond) {}

    /// Intervals of the profiler.
    public record Capture(Duration cpu, long allocBytes, Duration wall, Duration lock) {}

    /// @param practical least relative change that matters, 0 to 1
    /// @param regressed relative change from which the gate fails, 0 to 1
    /// @param falseDiscoveryRate of the rows of one table (Benjamini and Hochberg)
    public record Thresholds(double practical, double regressed, double falseDiscoveryRate) {}
}
