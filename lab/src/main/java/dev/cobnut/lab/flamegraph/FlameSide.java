package dev.cobnut.lab.flamegraph;

import dev.cobnut.lab.stacks.StackTable;
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
    }
}
