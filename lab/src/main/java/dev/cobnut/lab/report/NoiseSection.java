package dev.cobnut.lab.report;

import dev.cobnut.lab.compare.Comparison;
import dev.cobnut.lab.compare.Comparison.WindowComparison;
import dev.cobnut.lab.compare.Figures;
import dev.cobnut.lab.compare.Resampled;
import dev.cobnut.lab.compare.Row;
import dev.cobnut.lab.compare.WindowComparability;
import org.jspecify.annotations.Nullable;

/// How far the verdicts can be trusted.
final class NoiseSection {

    private NoiseSection() {}

    static String of(Comparison comparison, @Nullable Resampled resampled) {
        StringBuilder text = new StringBuilder("### Noise and comparability\n\n");
        text.append(
                "A verdict needs all of: an interval that excludes zero, an adjusted p of at most %s, and a change larger than the practical threshold (%s of a figure; of a part, %s of the whole) and larger than the floor. The floor is the 95th percentile of the differences between halves of a variant's own runs, over all halves of both variants, scaled to the size of the comparison. The correction went over %d rows in %d tables, %d of them with something in them.\n\n"
                        .formatted(
                                ReportNumbers.percent(comparison.rules().falseDiscoveryRate()),
                                ReportNumbers.percent(comparison.rules().practical()),
                                ReportNumbers.percent(comparison.rules().part()),
                                comparison.families().rows(),
                                comparison.families().tables(),
                                comparison.families().selected()));
        comparison.windows().forEach(window -> window(text, window));
        draws(text, comparison, resampled);
        return text.toString();
    }

    private static void window(StringBuilder text, WindowComparison window) {
        WindowComparability gate = window.comparability();
        Row cpu = window.figures().row(Figures.PROCESS_CPU);
        text.append(
                "**%s**: %s. CPU per %s: floor %s, smallest change seen in four of five sessions %s.\n\n"
                        .formatted(
                                window.name(),
                                gate.comparable() ? "comparable" : "not comparable",
                                ReportNumbers.operation(window.per()),
                                ReportNumbers.percent(cpu.floor()),
                                ReportNumbers.percent(cpu.detectable())));
        gate.refusals().forEach(sentence -> item(text, "Not comparable: " + sentence));
        gate.cautions().forEach(sentence -> item(text, sentence));
        gate.doubtful()
                .forEach(run ->
                        item(
                                text,
                                "Run %s is doubtful and counts: %s"
                                        .formatted(run.run(), String.join(" ", run.reasons()))));
        if (gate.doubtful().isEmpty()) {
            item(
                    text,
                    "No run is doubtful: load as planned, no errors, nothing else on the machine.");
        }
        text.append('\n');
    }

    private static void item(StringBuilder text, String sentence) {
        text.append("- ").append(sentence).append('\n');
    }

    private static void draws(
            StringBuilder text, Comparison comparison, @Nullable Resampled resampled) {
        text.append("**Run and drawn**: one comparison was really run: this one. ");
        if (resampled == null) {
            text.append("None was drawn from its runs.\n\n");
        } else if (comparison.sameVariants()) {
            text.append(
                    "%d more were drawn by splitting its runs anew, none twice: %d of them have a false verdict.\n\n"
                            .formatted(resampled.drawn().size(), resampled.withFindings()));
        } else {
            text.append(
                    "%d more were drawn by leaving out one run of each variant: %d of them find something, %d a regression.\n\n"
                            .formatted(
                                    resampled.drawn().size(),
                                    resampled.withFindings(),
                                    resampled.withRegressions()));
        }
    }
}
