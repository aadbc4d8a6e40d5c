package dev.cobnut.lab.flamegraph;

import dev.cobnut.lab.stacks.StackTable;
import java.util.Arrays;
import java.util.List;

/// One side of a comparison, or a single profile.
///
/// @param title for example `before · A: without an index`
/// @param captions lines under the title, for example the hotspot's share and cost per request; at
///   most three are shown
/// @param stacks may be the same table for both sides
/// @param runs columns of the table that belong to this side
/// @param cost total of all stacks; widths and numbers are shares of it
public record FlameSide(
        String title, List<String> captions, StackTable stacks, List<String> runs, Cost cost) {

    public FlameSide {
        captions = List.copyOf(captions);
        runs = List.copyOf(runs);
        for (String run : runs) {
            if (!stacks.runs().contains(run)) {
                throw new IllegalArgumentException(
                        "The run '%s' is not a column of %s.".formatted(run, stacks.runs()));
            }
        }
        if (cost.perRequest() != null && cost.perRequest().size() != runs.size()) {
            throw new IllegalArgumentException(
                    "The runs %s do not have a cost each: %s.".formatted(runs, cost.perRequest()));
        }
    }

    /// The columns of the runs.
    int[] columns() {
        return runs.stream().mapToInt(stacks.runs()::indexOf).toArray();
    }

    /// For each run the factor from a value of the table to a cost, so that the mean of the runs'
    /// totals is the side's cost.
    double[] weights(boolean perRequest) {
        double[] totals = runs.stream().mapToDouble(run -> stacks.total(run).value()).toArray();
        double all = Arrays.stream(totals).sum();
        double[] weights = new double[totals.length];
        for (int i = 0; i < totals.length; i++) {
            double of =
                    perRequest && cost.perRequest() != null
                            ? cost.perRequest().get(i) / totals[i]
                            : cost.perSecond() * totals.length / all;
            weights[i] = totals[i] > 0 ? of : 0;
        }
        return weights;
    }
}
