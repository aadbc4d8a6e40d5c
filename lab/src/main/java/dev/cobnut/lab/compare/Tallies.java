package dev.cobnut.lab.compare;

import dev.cobnut.lab.stacks.StackTable.Count;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Samples and values summed by name and run. Columns are those of the table of stacks.
final class Tallies {

    private final int columns;
    private final Map<String, Tally> byName = new TreeMap<>();

    Tallies(int columns) {
        this.columns = columns;
    }

    /// The sums of one name.
    static final class Tally {

        final long[] samples;
        final long[] values;

        Tally(int columns) {
            samples = new long[columns];
            values = new long[columns];
        }

        void add(List<Count> counts) {
            for (int c = 0; c < samples.length; c++) {
                samples[c] += counts.get(c).samples();
                values[c] += counts.get(c).value();
            }
        }

        void add(Tally other) {
            for (int c = 0; c < samples.length; c++) {
                samples[c] += other.samples[c];
                values[c] += other.values[c];
            }
        }
    }

    void add(String name, List<Count> counts) {
        of(name).add(counts);
    }

    /// The sums of a name; zeros when the name is new.
    Tally of(String name) {
        return byName.computeIfAbsent(name, _ -> new Tally(columns));
    }

    /// All names, sorted.
    List<String> names() {
        return List.copyOf(byName.keySet());
    }

    /// All names, largest first.
    List<String> names(Comparator<Tally> smallestFirst) {
        List<String> names = new ArrayList<>(byName.keySet());
        names.sort(Comparator.comparing(this::of, smallestFirst.reversed()));
        return names;
    }
}
