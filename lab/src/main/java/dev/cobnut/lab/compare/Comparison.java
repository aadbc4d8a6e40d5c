package dev.cobnut.lab.compare;

import dev.cobnut.lab.measurement.Run;
import dev.cobnut.lab.plan.SessionPlan;
import dev.cobnut.lab.stacks.ProfileEvent;
import java.time.LocalDate;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// What a session's runs say: `comparison.json`. Every number of the report, of its pictures'
/// captions and badges is one of these, rounded to six digits.
///
/// @param date of the first run, UTC
/// @param sameVariants whether A and B are the same thing: then every finding is a false one
public record Comparison(
        String session,
        String title,
        String question,
        String hotspot,
        LocalDate date,
        boolean sameVariants,
        Rules rules,
        Run.Host host,
        List<Variant> variants,
        Families families,
        List<WindowComparison> windows) {

    /// Pure: the same recording is the same comparison.
    public static Comparison of(RecordedSession session) {
        return new SessionComparison(session).compare();
    }

    /// @param practical least relative change that matters
    /// @param part least change of a part that matters, as a fraction of the whole
    /// @param regressed change from which the gate fails
    public record Rules(
            double practical, double part, double regressed, double falseDiscoveryRate) {}

    /// @param runs ids, in their order
    public record Variant(
            String id,
            String title,
            List<String> commits,
            List<String> jvmFlags,
            List<String> arguments,
            List<String> plugins,
            List<String> runs,
            double startToReadyMs) {}

    /// How the correction went: tables that were tested, and those with something in them.
    public record Families(int tables, int selected, int rows) {}

    /// @param runs ids of A's runs and of B's, in the order of the rows' values
    /// @param plannedPerSecond mean of the runs
    /// @param spans work that was timed, in the order of the names; described only
    public record WindowComparison(
            String name,
            SessionPlan.Per per,
            List<List<String>> runs,
            double plannedPerSecond,
            double seconds,
            WindowComparability comparability,
            Table figures,
            List<SpanComparison> spans,
            List<EventComparison> events) {

        /// All tables that have verdicts.
        public List<Table> tables() {
            return Stream.concat(
                            Stream.of(figures),
                            events.stream()
                                    .flatMap(e ->
                                            Stream.of(
                                                    e.exclusive(),
                                                    e.inclusive(),
                                                    e.frames(),
                                                    e.net())))
                    .toList();
        }
    }

    /// Work of one kind that was timed, requests of one pattern say: percentiles of each run, then
    /// means of the runs. A run without any has no percentiles.
    ///
    /// @param perSecond how many there were of it
    public record SpanComparison(String tag, Row perSecond, Row p50, Row p99) {}

    /// One event's profile.
    ///
    /// @param engine as recorded; of A's first run when the runs differ
    /// @param samples of A's runs, and of B's
    /// @param total all of the event per operation
    /// @param exclusive subsystems, each stack counted once: sums to the whole
    /// @param inclusive subsystems, a stack counted for each that it passes through
    /// @param frames by self time
    /// @param appeared what only one variant has, by the outermost frame; described only
    /// @param net the one tested row of it: what only B has, less what only A has
    /// @param hotspotLeaves what is allocated in the hotspot, by class; empty for other events
    public record EventComparison(
            ProfileEvent event,
            String engine,
            long interval,
            List<Long> samples,
            List<@Nullable Double> coverage,
            Row total,
            Table exclusive,
            Table inclusive,
            Table frames,
            Table appeared,
            Table net,
            Table hotspotLeaves) {}
}
