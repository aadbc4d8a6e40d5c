package dev.cobnut.loadtests.compare;

import dev.cobnut.loadtests.compare.Tallies.Tally;
import dev.cobnut.loadtests.stacks.ProfileEvent;
import dev.cobnut.loadtests.stacks.StackTable;
import dev.cobnut.loadtests.stacks.StackTable.Count;
import dev.cobnut.loadtests.stacks.Subsystems;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// A table of stacks, summed up in every way that the comparison needs; once over the stacks, and
/// once more for the frames that only one side has.
final class ProfiledWindow {

    final Tally total;
    final Tallies exclusive;
    final Tallies inclusive;
    final Tallies self;
    final Tallies hotspotLeaves;

    /// By the outermost frame of a stack that one side has and the other has not.
    final Tallies appeared;

    private final StackTable table;
    private final int[] a;
    private final int[] b;

    /// @param a columns of the runs of A
    ProfiledWindow(StackTable table, int[] a, int[] b, Subsystems subsystems, String hotspot) {
        this.table = table;
        this.a = a;
        this.b = b;
        int columns = table.runs().size();
        total = new Tally(columns);
        exclusive = new Tallies(columns);
        inclusive = new Tallies(columns);
        self = new Tallies(columns);
        hotspotLeaves = new Tallies(columns);
        appeared = new Tallies(columns);
        subsystems
                .names()
                .forEach(name -> {
                    exclusive.of(name);
                    inclusive.of(name);
                });
        table.forEach((stack, counts) -> sum(subsystems, hotspot, stack, counts));
        sumAppeared();
    }

    ProfileEvent event() {
        return table.event();
    }

    private void sum(
            Subsystems subsystems, String hotspot, List<String> stack, List<Count> counts) {
        total.add(counts);
        self.add(stack.getLast(), counts);
        exclusive.add(subsystems.exclusive(event(), stack), counts);
        Set<String> through = subsystems.inclusive(event(), stack);
        through.forEach(name -> inclusive.add(name, counts));
        if (event() == ProfileEvent.ALLOC && through.contains(hotspot)) {
            hotspotLeaves.add(stack.getLast(), counts);
        }
    }

    private void sumAppeared() {
        Set<String> before = new HashSet<>();
        Set<String> after = new HashSet<>();
        table.forEach((stack, counts) -> {
            if (occurs(counts, a)) {
                before.addAll(stack);
            }
            if (occurs(counts, b)) {
                after.addAll(stack);
            }
        });
        table.forEach((stack, counts) -> {
            for (String frame : stack) {
                if (before.contains(frame) != after.contains(frame)) {
                    appeared.add(frame, counts);
                    break;
                }
            }
        });
    }

    private static boolean occurs(List<Count> counts, int[] columns) {
        for (int column : columns) {
            if (counts.get(column).samples() > 0) {
                return true;
            }
        }
        return false;
    }
}
