package dev.cobnut.lab.compare;

import dev.cobnut.lab.compare.Tallies.Tally;
import dev.cobnut.lab.stacks.ProfileEvent;
import dev.cobnut.lab.stacks.StackTable;
import dev.cobnut.lab.stacks.StackTable.Count;
import dev.cobnut.lab.stacks.Subsystems;
import java.util.List;
import java.util.Set;

/// The sums of a table of stacks that the comparison needs. They do not depend on the assignment of
/// runs to A and B.
final class ProfiledWindow {

    final Tally total;
    final Tallies exclusive;
    final Tallies inclusive;

    /// Sums by leaf frame. Those of elapsed time and locks exclude threads that wait for work.
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
        exclusive.add(subsystems.exclusive(event(), stack), counts);
        if (!isIdle(subsystems, stack)) {
            self.add(stack.getLast(), counts);
        }
        Set<String> through = subsystems.inclusive(event(), stack);
        through.forEach(name -> inclusive.add(name, counts));
        if (event() == ProfileEvent.ALLOC && through.contains(hotspot)) {
            hotspotLeaves.add(stack.getLast(), counts);
        }
    }

    /// True for elapsed time in which a thread had no work. CPU time always counts, because falling
    /// asleep and waking up cost CPU.
    boolean isIdle(Subsystems subsystems, List<String> stack) {
        return switch (event()) {
            case CPU, ALLOC -> false;
            case WALL, LOCK ->
                    subsystems.exclusive(event(), stack).equals(Subsystems.WAITING_FOR_WORK);
        };
    }
}
