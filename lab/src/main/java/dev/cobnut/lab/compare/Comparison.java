package dev.cobnut.lab.compare;

import static java.util.Objects.requireNonNull;

import dev.cobnut.lab.measurement.Run;
import dev.cobnut.lab.measurement.Window;
import dev.cobnut.lab.plan.SessionPlan;
import dev.cobnut.lab.stacks.ProfileEvent;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The comparison of a session's runs: `comparison.json`. It contains every number of the report
/// and of its captions and badges, rounded to six digits.
///
/// @param started begin of the first run
/// @param sameVariants true when A and B are identical, so that every finding is false
public record Comparison(
        String session,
        String title,
        String question,
        String hotspot,
        Instant started,
        boolean sameVariants,
        @Nullable String inUse,
        Rules rules,
        Run.Host host,
        List<Variant> variants,
        Families families,
        List<WindowComparison> windows) {

    public Comparison {
        requireNonNull(started, "an earlier build wrote it, `session report` writes it anew");
    }

    /// In UTC.
    public LocalDate date() {
        return LocalDate.ofInstant(started, ZoneOffset.UTC);
    }

    /// A pure function: the same recording gives the same comparison.
    public static Comparison of(RecordedSession session) {
        return new SessionComparison(session).compare();
    }

    /// @param practical smallest relative change that matters
    /// @param part smallest change of a part that matters, as a fraction of the whole
    /// @param regressed smallest regression that fails the gate
    public record Rules(
            double practical, double part, double regressed, double falseDiscoveryRate) {}

    /// @param runs ids in the order of the runs
    public record Variant(
            String id,
            String title,
            List<String> commits,
            List<String> jvmFlags,
            List<String> arguments,
            List<String> plugins,
            List<String> runs,
            double startToReadyMs) {}

    /// The extent of the correction: tables that were tested, tables that it selected, and tested
    /// rows. The first figures count as one table.
    public record Families(int tables, int selected, int rows) {}

    /// @param runs ids of A's runs and of B's runs, in the order of the rows' values
    /// @param plannedPerSecond mean of the runs; null for a command with a rate of its own
    /// @param latencies of all of A's requests and of all of B's, from the sum of the runs'
    ///   histograms; null when a run was measured in whole milliseconds
    /// @param spans timed work in the order of the names; described, not tested
    public record WindowComparison(
            String name,
            SessionPlan.Per per,
            List<List<String>> runs,
            @Nullable Double plannedPerSecond,
            double seconds,
            WindowComparability comparability,
            RowFamily figures,
            @Nullable List<Window.Latency> latencies,
            List<SpanComparison> spans,
            List<EventComparison> events) {

        /// All tables that have verdicts.
        public List<RowFamily> tables() {
            return Stream.concat(Stream.of(figures), parts()).toList();
        }

        /// The parts of the profiles.
        Stream<RowFamily> parts() {
            return events.stream()
                    .flatMap(e -> Stream.of(e.exclusive(), e.inclusive(), e.frames(), e.net()));
        }
    }

    /// Timed work of one kind, for example requests of one pattern. Percentiles are computed per
    /// run and then averaged over the runs. A run without such work has no percentiles.
    ///
    /// @param perSecond rate of this work
    /// @param requests null for other work, and where the waits of requests were not recorded
    public record SpanComparison(
            String tag, Row perSecond, Row p50, Row p99, @Nullable RequestComparison requests) {}

    /// One event's profile.
    ///
    /// @param engine the recorded engine; that of A's first run when the runs differ
    /// @param samples of A's runs and of B's runs
    /// @param total cost of the event per operation
    /// @param exclusive what each subsystem costs itself: each stack counts once, and the rows sum
    ///   to the total
    /// @param inclusive subsystems with a stack counted for each subsystem that it passes through
    /// @param within the subsystem that at least nine of ten samples of another one pass through,
    ///   by the inner one's name; verdicts on both are one finding
    /// @param frames of both variants, by self time
    /// @param appeared code that only one variant has, by the outermost frame; described, not
    ///   tested
    /// @param net the single tested row of that code: its cost in B minus its cost in A
    /// @param hotspotLeaves allocation in the hotspot, by class; empty for other events
    public record EventComparison(
            ProfileEvent event,
            String engine,
            long interval,
            List<Long> samples,
            List<@Nullable Double> coverage,
            Row total,
            RowFamily exclusive,
            RowFamily inclusive,
            Map<String, String> within,
            RowFamily frames,
            RowFamily appeared,
            RowFamily net,
            RowFamily hotspotLeaves) {}
}
