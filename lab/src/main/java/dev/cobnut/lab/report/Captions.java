package dev.cobnut.lab.report;

import dev.cobnut.lab.compare.Comparison;
import dev.cobnut.lab.compare.Comparison.EventComparison;
import dev.cobnut.lab.compare.Comparison.Variant;
import dev.cobnut.lab.compare.Comparison.WindowComparison;
import dev.cobnut.lab.compare.Row;
import dev.cobnut.lab.compare.Row.Side;
import dev.cobnut.lab.compare.Verdict;
import dev.cobnut.lab.flamegraph.Badge;
import dev.cobnut.lab.flamegraph.Tone;
import dev.cobnut.lab.stacks.ProfileEvent;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The words on and beside the pictures of one event.
record Captions(Comparison comparison, WindowComparison window, EventComparison event) {

    /// The common start of the names of the event's picture files.
    String fileName() {
        return window.name() + "-" + event.event().id();
    }

    /// True in the session's first window, the main one: there each side has a picture of its own.
    /// Other windows have only the comparison and the page, which keeps the repository small.
    boolean hasSides() {
        return window.equals(comparison.windows().getFirst());
    }

    /// Links to the event's pictures.
    ///
    /// @param file path to them, without the ends of their names
    String links(String file) {
        String both = "[both](%1$s-comparison.png) [SVG](%1$s-comparison.svg)".formatted(file);
        return hasSides()
                ? both + " [before](%1$s-before.png) [after](%1$s-after.png)".formatted(file)
                : both;
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

    Row hotspot() {
        return FindingSentences.hotspot(comparison, event);
    }

    /// The share and cost of the hotspot and the total cost, of A (0) or B (1).
    List<String> sideCaptions(int side) {
        Row row = hotspot();
        Side hotspot = side == 0 ? row.a() : row.b();
        Side total = side == 0 ? event.total().a() : event.total().b();
        return List.of(
                "%s %s · %s"
                        .formatted(
                                row.name(),
                                ReportNumbers.percent(hotspot.share()),
                                ReportNumbers.value(hotspot.mean(), row.unit(), window.per())),
                "all %s · %s samples · %d runs"
                        .formatted(
                                ReportNumbers.value(total.mean(), row.unit(), window.per()),
                                ReportNumbers.count(event.samples().get(side)),
                                window.runs().get(side).size()));
    }

    Badge badge() {
        return new Badge(badgeText(), tone(hotspot().verdict()));
    }

    /// The hotspot's change. The tone of the badge shows the verdict.
    String badgeText() {
        Row row = hotspot();
        if (row.relative() == null) {
            boolean isNew = row.b().mean() != null && row.b().mean() > 0;
            return isNew ? row.name() + " new in B" : "";
        }
        return "%s %s per %s"
                .formatted(
                        row.name(),
                        ReportNumbers.signed(row.relative()),
                        ReportNumbers.operation(window.per()));
    }

    private static Tone tone(@Nullable Verdict verdict) {
        return verdict == null
                ? Tone.WITHIN_NOISE
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
