package dev.cobnut.lab.report;

import dev.cobnut.lab.compare.Comparison;
import dev.cobnut.lab.compare.Comparison.WindowComparison;
import dev.cobnut.lab.compare.Figures;
import dev.cobnut.lab.compare.Row;
import dev.cobnut.lab.compare.Table;
import dev.cobnut.lab.compare.Verdict;
import dev.cobnut.lab.stacks.ProfileEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The result of `./cobnut session check`: a session passes, regressed, or cannot be compared.
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

    /// A session that is not comparable gets no other verdict.
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
                    boolean isRepaid = isRepaid(window, table);
                    boolean fails = !isRepaid && fails(comparison, table, row);
                    regressed |= fails;
                    if (table.id().equals(window.figures().id())
                            || FindingSentences.isFinding(row)) {
                        lines.add(line(window, table, row, end(row, fails, isRepaid)));
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
                                .formatted(ReportNumbers.percent(comparison.rules().regressed()))
                        : "Nothing regressed by %s or more."
                                .formatted(ReportNumbers.percent(comparison.rules().regressed())));
        return regressed ? new Regressed(List.copyOf(lines)) : new Passed(List.copyOf(lines));
    }

    private static boolean fails(Comparison comparison, Table table, Row row) {
        return table.gates()
                && row.verdict() == Verdict.REGRESSED
                && FindingSentences.size(row) >= comparison.rules().regressed();
    }

    /// True when a table is the net of one-sided code and the total of its event improved. New code
    /// always costs something. The improved total shows that it costs less than the code that it
    /// replaces. The net alone cannot show it, because it ignores savings in code of both variants.
    static boolean isRepaid(WindowComparison window, Table table) {
        return window.events().stream()
                .filter(event -> event.net().id().equals(table.id()))
                .flatMap(event -> whole(window, event.event()).stream())
                .anyMatch(row -> row.verdict() == Verdict.IMPROVED);
    }

    private static Optional<Row> whole(WindowComparison window, ProfileEvent event) {
        String name =
                switch (event) {
                    case CPU -> Figures.PROCESS_CPU;
                    case ALLOC, WALL, LOCK -> Figures.total(event);
                };
        return window.figures().rows().stream().filter(row -> row.name().equals(name)).findFirst();
    }

    private static String end(Row row, boolean fails, boolean isRepaid) {
        if (fails) {
            return " · FAILS";
        }
        return isRepaid && row.verdict() == Verdict.REGRESSED
                ? " · repaid, the total improved"
                : "";
    }

    private static String line(WindowComparison window, Table table, Row row, String end) {
        return "%s %s · %s%s · %s · %s %s · %s%s"
                .formatted(
                        window.name(),
                        table.id(),
                        row.name(),
                        mostly(window, table),
                        ReportNumbers.fromTo(row, window.per()),
                        ReportNumbers.signed(row.change()),
                        ReportNumbers.interval(row.interval()),
                        FindingSentences.words(row.verdict()),
                        end);
    }

    /// The largest part of a row that stands for all code that only one variant has.
    private static String mostly(WindowComparison window, Table table) {
        return window.events().stream()
                .filter(event -> event.net().id().equals(table.id()))
                .flatMap(event -> FindingSentences.largestOneSided(event).stream())
                .findFirst()
                .map(name -> ", mostly " + name)
                .orElse("");
    }
}
