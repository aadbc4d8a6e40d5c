package dev.cobnut.loadtests.capacity;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Locale;

/// Writes the model as Markdown tables.
final class CapacityTables {

    private static final double[] DEMANDS = {100, 1_000, 10_000, 100_000, 500_000};
    private static final int MEASURED_PROCESSORS = 2;
    private static final int DIGITS = 3;
    private static final double TERABYTE = 1e12;

    private CapacityTables() {}

    static String of(Model model) {
        StringBuilder text = new StringBuilder();
        text.append("| input | value | |\n|---|---:|---|\n");
        for (Input input : model.inputs().all()) {
            text.append(
                    "| %s | %s | %s: %s |\n"
                            .formatted(
                                    input.name(),
                                    number(input.value()),
                                    input.kind().name().toLowerCase(Locale.ROOT),
                                    input.from()));
        }
        text.append("\n| of one cell | orders/s |\n|---|---:|\n");
        text.append(line("one node", model.ordersPerNode()));
        text.append(line("all members, limited by processors", model.ordersPerCellByProcessors()));
        text.append(line("its PostgreSQL, limited by events", model.ordersPerCellByJournal()));
        text.append(
                line(
                        "check: only placing orders, one node, %d processors, no reserve"
                                .formatted(MEASURED_PROCESSORS),
                        model.placingCeiling(MEASURED_PROCESSORS)));
        text.append(
                "\n| orders/s | requests/s | events/s | busy processors | cells | nodes | limit of a full cell | new data, TB/day |\n");
        text.append("|---:|---:|---:|---:|---:|---:|---|---:|\n");
        for (double demand : DEMANDS) {
            Model.Plan plan = model.plan(demand);
            text.append(
                    "| %s | %s | %s | %s | %s | %s | %s | %s |\n"
                            .formatted(
                                    number(plan.orders()),
                                    number(plan.requests()),
                                    number(plan.events()),
                                    number(plan.processors()),
                                    number((double) plan.cells()),
                                    number((double) plan.nodes()),
                                    plan.limit().word(),
                                    number(plan.bytesPerDay() / TERABYTE)));
        }
        return text.toString();
    }

    private static String line(String name, double value) {
        return "| %s | %s |\n".formatted(name, number(value));
    }

    /// Three significant digits, with a comma between thousands.
    static String number(double value) {
        if (value != 0 && Math.abs(value) < 1_000) {
            return rounded(value).stripTrailingZeros().toPlainString();
        }
        return String.format(Locale.ROOT, "%,d", rounded(value).longValueExact());
    }

    private static BigDecimal rounded(double value) {
        return new BigDecimal(value).round(new MathContext(DIGITS));
    }
}
