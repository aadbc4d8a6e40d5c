package dev.cobnut.lab.report;

import dev.cobnut.lab.compare.Comparison;
import dev.cobnut.lab.compare.Comparison.WindowComparison;
import dev.cobnut.lab.compare.Figures;
import dev.cobnut.lab.compare.Resampled;
import dev.cobnut.lab.compare.Row;
import dev.cobnut.lab.compare.WindowComparability;
import org.jspecify.annotations.Nullable;

/// The section that says how far the verdicts can be trusted.
final class NoiseSection {

    private NoiseSection() {}

    static String of(Comparison comparison, @Nullable Resampled resampled) {
        StringBuilder text = new StringBuilder("### Noise and comparability\n\n");
        text.append(
                "A verdict needs a confidence interval that excludes zero, an adjusted p of at most %s, and a change that is larger than both the practical threshold (%s of a figure; for a part, %s of the whole) and the floor. The floor is the 95th percentile of the differences between halves of a variant's own runs, over all halves of both variants, scaled to the size of the comparison. The correction covered %d rows in %d tables and selected %d of the tables.\n\n"
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
                "**%s**: %s. CPU per %s: floor %s, smallest change that four of five sessions detect %s.\n\n"
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
                                "Run %s is doubtful but counts: %s"
                                        .formatted(run.run(), String.join(" ", run.reasons()))));
        if (gate.doubtful().isEmpty()) {
            item(
                    text,
                    "No run is doubtful: load, errors and other processes stayed within their limits.");
        }
        text.append('\n');
    }

    private static void item(StringBuilder text, String sentence) {
        text.append("- ").append(sentence).append('\n');
    }

    private static void draws(
            StringBuilder text, Comparison comparison, @Nullable Resampled resampled) {
        text.append("**Measured and resampled**: one comparison was measured, this one. ");
        if (resampled == null) {
            text.append("None was resampled from its runs.\n\n");
        } else if (comparison.sameVariants()) {
            text.append(
                    "%d more were resampled by splitting its runs in other ways, no way twice. %d of them have a false verdict.\n\n"
                            .formatted(resampled.drawn().size(), resampled.withFindings()));
        } else {
            text.append(
                    "%d more were resampled by leaving out one run of each variant. %d of them find a change, and %d find a regression.\n\n"
                            .formatted(
                                    resampled.drawn().size(),
                                    resampled.withFindings(),
                                    resampled.withRegressions()));
        }
    }
}
