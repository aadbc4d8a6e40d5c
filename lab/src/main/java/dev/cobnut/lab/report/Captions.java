package dev.cobnut.lab.report;

import dev.cobnut.lab.compare.Comparison;
import dev.cobnut.lab.compare.Comparison.EventComparison;
import dev.cobnut.lab.compare.Comparison.Variant;
import dev.cobnut.lab.compare.Comparison.WindowComparison;
import dev.cobnut.lab.compare.Row;
import dev.cobnut.lab.compare.Row.Side;
import dev.cobnut.lab.compare.Verdict;
import dev.cobnut.lab.compare.WindowComparability;
import dev.cobnut.lab.flamegraph.Badge;
import dev.cobnut.lab.flamegraph.Callout;
import dev.cobnut.lab.flamegraph.Tone;
import dev.cobnut.lab.stacks.ProfileEvent;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The words on and beside the pictures of one event.
record Captions(Comparison comparison, WindowComparison window, EventComparison event) {

    /// Of all events of all windows.
    static Stream<Captions> all(Comparison comparison) {
        return comparison.windows().stream()
                .flatMap(window ->
                        window.events().stream()
                                .map(event -> new Captions(comparison, window, event)));
    }

    /// The common start of the names of the event's picture files.
    String fileName() {
        return window.name() + "-" + event.event().id();
    }

    String title() {
        return "%s · %s, %s".formatted(comparison.title(), window.name(), eventName(event.event()));
    }

    static String eventName(ProfileEvent event) {
        return switch (event) {
            case CPU -> "CPU";
            case ALLOC -> "allocation";
            case WALL -> "elapsed time";
            case LOCK -> "waiting for locks";
        };
    }

    String sideTitle(int side) {
        Variant variant = comparison.variants().get(side);
        return "%s · %s: %s"
                .formatted(side == 0 ? "before" : "after", variant.id(), variant.title());
    }

    /// The cost of the hotspot and the total cost, of A (0) or B (1).
    List<String> sideCaptions(int side) {
        Row row = Measures.hotspot(comparison, event);
        Side hotspot = side == 0 ? row.a() : row.b();
        Side total = side == 0 ? event.total().a() : event.total().b();
        return List.of(
                "%s %s of %s · %s samples · %d runs"
                        .formatted(
                                row.name(),
                                ReportNumbers.bare(hotspot.mean(), row.unit()),
                                ReportNumbers.value(total.mean(), row.unit(), window.per()),
                                ReportNumbers.count(event.samples().get(side)),
                                window.runs().get(side).size()));
    }

    /// The strongest verdict that this profile shows, worst first; without one, why there is none,
    /// or the total.
    Badge badge() {
        return findings()
                .findFirst()
                .map(found -> new Badge(found.badge(), tone(found.row().verdict())))
                .or(() ->
                        compiler()
                                .map(_ ->
                                        new Badge(SessionDecision.WARMING_UP, Tone.NOT_COMPARABLE)))
                .orElseGet(() ->
                        new Badge(
                                "%s %s per %s"
                                        .formatted(
                                                eventName(event.event()),
                                                ReportNumbers.signed(total().relative()),
                                                ReportNumbers.operation(window.per())),
                                tone(total().verdict())));
    }

    /// The frames and subsystems behind the verdicts of this profile, worst first, and the compiler
    /// where it is the reason that there are no others.
    List<Callout> callouts() {
        SequencedMap<String, Callout> callouts = new LinkedHashMap<>();
        findings()
                .forEach(found ->
                        found.culprit()
                                .ifPresent(name ->
                                        callouts.putIfAbsent(name, callout(name, found.row()))));
        compiler()
                .ifPresent(words ->
                        callouts.put("jit", new Callout("jit", words, Tone.NOT_COMPARABLE)));
        event.inclusive().rows().stream()
                .filter(Measure::isFinding)
                .forEach(row -> callouts.putIfAbsent(row.name(), callout(row.name(), row)));
        return List.copyOf(callouts.values());
    }

    /// @param row with the verdict; the figures are those of the table that has the name
    private Callout callout(String name, Row row) {
        String figures =
                Stream.of(event.appeared(), event.inclusive(), event.exclusive(), event.frames())
                        .flatMap(table -> table.find(name).stream())
                        .findFirst()
                        .map(other -> ReportNumbers.fromTo(other, window.per()))
                        .orElse("");
        return new Callout(name, figures, tone(row.verdict()));
    }

    /// The compiler's share where it leaves the rows of a CPU profile without a verdict.
    private Optional<String> compiler() {
        return window.comparability().unsettled().stream()
                .filter(_ -> event.event() == ProfileEvent.CPU)
                .map(sentence ->
                        sentence.substring(WindowComparability.COMPILER.length())
                                .replaceFirst("\\.$", ""))
                .findFirst();
    }

    private Stream<Measure> findings() {
        return Measures.findings(comparison).stream()
                .filter(m -> m.window().equals(window) && m.event() == event.event());
    }

    private Row total() {
        return Measures.decider(window, event.event()).orElse(event.total());
    }

    private static Tone tone(@Nullable Verdict verdict) {
        return verdict == null
                ? Tone.UNTESTED
                : switch (verdict) {
                    case IMPROVED -> Tone.BETTER;
                    case REGRESSED -> Tone.WORSE;
                    case WITHIN_NOISE -> Tone.WITHIN_NOISE;
                    case INCONCLUSIVE -> Tone.INCONCLUSIVE;
                    case NOT_COMPARABLE -> Tone.NOT_COMPARABLE;
                };
    }

    List<String> facts() {
        return List.of(
                eventName(event.event()),
                event.engine(),
                interval(),
                "%s + %s samples"
                        .formatted(
                                ReportNumbers.count(event.samples().getFirst()),
                                ReportNumbers.count(event.samples().getLast())),
                "%d + %d runs"
                        .formatted(
                                window.runs().getFirst().size(), window.runs().getLast().size()));
    }

    String interval() {
        return switch (event.event()) {
            case CPU, WALL -> "every " + ReportNumbers.number(event.interval() / 1e6) + " ms";
            case ALLOC -> "every " + ReportNumbers.number(event.interval() / 1024.0) + " KiB";
            case LOCK -> "from " + ReportNumbers.number(event.interval() / 1e6) + " ms on";
        };
    }
}
