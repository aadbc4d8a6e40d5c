package dev.cobnut.loadtests.profile;

import dev.cobnut.lab.flamegraph.Callout;
import dev.cobnut.lab.flamegraph.Cost;
import dev.cobnut.lab.flamegraph.FlameComparison;
import dev.cobnut.lab.flamegraph.FlameGraphs;
import dev.cobnut.lab.flamegraph.FlameSide;
import dev.cobnut.lab.flamegraph.Tone;
import dev.cobnut.lab.measurement.Window;
import dev.cobnut.lab.stacks.ProfileEvent;
import dev.cobnut.lab.stacks.StackTable;
import dev.cobnut.lab.stacks.Subsystems;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Draws the annotated picture of one recording. Boxes mark the frames of one subsystem. The
/// captions state its share and its cost, per request where requests were counted and per second
/// otherwise.
///
/// @param hotspot the name of the boxed subsystem
record ProfilePictures(Subsystems subsystems, String hotspot) {

    FlameGraphs of(StackTable table, ProfileFolder.Facts facts) {
        StackTable.Count all = table.total(ProfileFolder.RUN);
        StackTable.Count hot = hot(table);
        @Nullable Long requests = facts.process() == null ? null : facts.process().requests();
        Cost cost =
                new Cost(
                        all.value() / Math.max(1e-9, facts.recordedSeconds()),
                        requests == null || requests == 0
                                ? null
                                : List.of((double) all.value() / requests));
        double of = cost.perRequest() == null ? cost.perSecond() : cost.perRequest().getFirst();
        String per = cost.perRequest() == null ? "per second" : "per request";
        double share = all.value() == 0 ? 0 : (double) hot.value() / all.value();
        return new FlameGraphs(
                FlameComparison.single(
                        "%s of process %d".formatted(what(table.event()), facts.target().pid()),
                        facts.target().command(),
                        new FlameSide(
                                String.format(
                                        Locale.ROOT,
                                        "%.0f s from %s",
                                        facts.recordedSeconds(),
                                        facts.takenAt().truncatedTo(ChronoUnit.SECONDS)),
                                List.of(
                                        String.format(
                                                Locale.ROOT,
                                                "%s %.1f %% · %s %s",
                                                hotspot,
                                                100 * share,
                                                amount(table.event(), share * of),
                                                per),
                                        String.format(
                                                Locale.ROOT,
                                                "all %s %s · %,d samples",
                                                amount(table.event(), of),
                                                per,
                                                all.samples())),
                                table,
                                List.of(ProfileFolder.RUN),
                                cost),
                        subsystems,
                        List.of(new Callout(hotspot, "", Tone.UNTESTED)),
                        "request",
                        footer(table.event(), facts)));
    }

    /// The sum of the boxed stacks.
    private StackTable.Count hot(StackTable table) {
        List<StackTable.Count> counts = new ArrayList<>();
        table.forEach((stack, of) -> {
            if (subsystems.inclusive(table.event(), stack).contains(hotspot)) {
                counts.add(of.getFirst());
            }
        });
        return counts.stream().reduce(new StackTable.Count(0, 0), StackTable.Count::plus);
    }

    private static String what(ProfileEvent event) {
        return switch (event) {
            case CPU -> "CPU time";
            case ALLOC -> "Allocation";
            case WALL -> "Elapsed time";
            case LOCK -> "Waiting for locks";
        };
    }

    private static String amount(ProfileEvent event, double value) {
        return event == ProfileEvent.ALLOC
                ? String.format(Locale.ROOT, "%,.1f kB", value / 1e3)
                : String.format(Locale.ROOT, "%,.1f µs", value / 1e3);
    }

    private static List<String> footer(ProfileEvent event, ProfileFolder.Facts facts) {
        List<String> footer = new ArrayList<>();
        facts.profiles().stream()
                .filter(profile -> profile.event() == event)
                .map(ProfilePictures::engine)
                .forEach(footer::add);
        footer.add(facts.target().jvm());
        footer.add(facts.target().processor());
        if (facts.commit() != null) {
            footer.add("commit " + facts.commit());
        }
        return footer;
    }

    private static String engine(Window.Profile profile) {
        return profile.event() == ProfileEvent.ALLOC
                ? "%s, every %d KiB".formatted(profile.engine(), profile.interval() / 1024)
                : String.format(
                        Locale.ROOT,
                        "%s, every %.3f ms",
                        profile.engine(),
                        profile.interval() / 1e6);
    }
}
