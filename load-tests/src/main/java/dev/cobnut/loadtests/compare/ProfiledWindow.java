package dev.cobnut.loadtests.compare;

import dev.cobnut.loadtests.compare.Tallies.Tally;
import dev.cobnut.loadtests.stacks.ProfileEvent;
import dev.cobnut.loadtests.stacks.StackTable;
import dev.cobnut.loadtests.stacks.StackTable.Count;
import dev.cobnut.loadtests.stacks.Subsystems;
import java.util.List;
import java.util.Set;

/// A table of stacks, summed up in every way that the comparison needs without looking at who is A
/// and who is B.
final class ProfiledWindow {

    final Tally total;
    final Tallies exclusive;
    final Tallies inclusive;
    final Tallies self;
    final Tallies hotspotLeaves;

    private final StackTable table;

    ProfiledWindow(StackTable table, Subsystems subsystems, String hotspot) {
        this.table = table;
        int columns = table.runs().size();
        total = new Tally(columns);
        exclusive = new Tallies(columns);
        inclusive = new Tallies(columns);
        self = new Tallies(columns);
        hotspotLeaves = new Tallies(columns);
        subsystems
                .names()
                .forEach(name -> {
                    exclusive.of(name);
                    inclusive.of(name);
                });
        table.forEach((stack, counts) -> sum(subsystems, hotspot, stack, counts));
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
}
