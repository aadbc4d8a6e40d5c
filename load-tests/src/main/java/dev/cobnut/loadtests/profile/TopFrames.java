package dev.cobnut.loadtests.profile;

import dev.cobnut.lab.stacks.ProfileEvent;
import dev.cobnut.lab.stacks.StackTable;
import java.io.PrintWriter;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// Prints the frames with the largest self time.
final class TopFrames {

    private static final int ROWS = 12;

    private record Row(String frame, long samples, long value) {}

    private TopFrames() {}

    static void print(StackTable table, PrintWriter out) {
        StackTable.Count total = table.total(ProfileFolder.RUN);
        ProfileEvent event = table.event();
        out.printf(
                Locale.ROOT,
                "%n%s: %s in %,d samples, %,d stacks%n",
                event.id(),
                amount(event, total.value()),
                total.samples(),
                table.size());
        for (Row row : rows(table)) {
            out.printf(
                    Locale.ROOT,
                    "  %5.1f %%  %12s  %s%n",
                    100.0 * row.value / Math.max(1, total.value()),
                    amount(event, row.value),
                    row.frame);
        }
    }

    private static List<Row> rows(StackTable table) {
        Map<String, long[]> self = new HashMap<>();
        table.forEach((stack, counts) -> {
            long[] sums = self.computeIfAbsent(stack.getLast(), _ -> new long[2]);
            sums[0] += counts.getFirst().samples();
            sums[1] += counts.getFirst().value();
        });
        return self.entrySet().stream()
                .map(entry -> new Row(entry.getKey(), entry.getValue()[0], entry.getValue()[1]))
                .sorted(Comparator.comparingLong(Row::value).reversed().thenComparing(Row::frame))
                .limit(ROWS)
                .toList();
    }

    private static String amount(ProfileEvent event, long value) {
        return event == ProfileEvent.ALLOC
                ? String.format(Locale.ROOT, "%,.1f MB", value / 1e6)
                : String.format(Locale.ROOT, "%,.0f ms", value / 1e6);
    }
}
