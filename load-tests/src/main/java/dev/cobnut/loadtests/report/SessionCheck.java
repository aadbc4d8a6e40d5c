package dev.cobnut.loadtests.report;

import dev.cobnut.loadtests.compare.Comparison;
import dev.cobnut.loadtests.compare.Comparison.WindowComparison;
import dev.cobnut.loadtests.compare.Row;
import dev.cobnut.loadtests.compare.Table;
import dev.cobnut.loadtests.compare.Verdict;
import java.util.ArrayList;
import java.util.List;

/// Whether a session may pass: `./cobnut session check`.
sealed interface SessionCheck {

    int exitCode();

    List<String> lines();

    record Passed(List<String> lines) implements SessionCheck {
        @Override
        public int exitCode() {
            return 0;
        }
    }

    record Regressed(List<String> lines) implements SessionCheck {
        @Override
        public int exitCode() {
            return 1;
        }
    }

    record NotComparable(List<String> lines) implements SessionCheck {
        @Override
        public int exitCode() {
            return 3;
        }
    }

    /// Not comparable goes before regressed: of what cannot be compared nothing is said.
    static SessionCheck of(Comparison comparison) {
        List<String> lines = new ArrayList<>();
        List<String> refusals = new ArrayList<>();
        boolean regressed = false;
        for (WindowComparison window : comparison.windows()) {
            window.comparability()
                    .refusals()
                    .forEach(sentence ->
                            refusals.add(
                                    "%s is not comparable: %s".formatted(window.name(), sentence)));
            for (Table table : window.tables()) {
                for (Row row : table.rows()) {
                    boolean fails = fails(comparison, table, row);
                    regressed |= fails;
                    if (table.id().equals(window.figures().id()) || Words.isFinding(row)) {
                        lines.add(line(window, table, row, fails));
                    }
                }
            }
        }
        if (!refusals.isEmpty()) {
            return new NotComparable(List.copyOf(refusals));
        }
        lines.add(
                regressed
                        ? "Regressed by %s or more."
                                .formatted(Numbers.percent(comparison.rules().regressed()))
                        : "Nothing regressed by %s or more."
                                .formatted(Numbers.percent(comparison.rules().regressed())));
        return regressed ? new Regressed(List.copyOf(lines)) : new Passed(List.copyOf(lines));
    }

    private static boolean fails(Comparison comparison, Table table, Row row) {
        return table.gates()
                && row.verdict() == Verdict.REGRESSED
                && Words.size(row) >= comparison.rules().regressed();
    }

    private static String line(WindowComparison window, Table table, Row row, boolean fails) {
        return "%s %s · %s%s · %s · %s %s · %s%s"
                .formatted(
                        window.name(),
                        table.id(),
                        row.name(),
                        mostly(window, table),
                        Numbers.fromTo(row, window.per()),
                        Numbers.signed(row.change()),
                        Numbers.interval(row.interval()),
                        Words.words(row.verdict()),
                        fails ? " · FAILS" : "");
    }

    /// Whom to look at, where a row stands for all code that only one variant has.
    private static String mostly(WindowComparison window, Table table) {
        return window.events().stream()
                .filter(event -> event.net().id().equals(table.id()))
                .flatMap(event -> Words.largestOneSided(event).stream())
                .findFirst()
                .map(name -> ", mostly " + name)
                .orElse("");
    }
}
