package dev.cobnut.lab.compare;

import dev.cobnut.lab.compare.Tallies.Tally;
import dev.cobnut.lab.stacks.ProfileEvent;
import dev.cobnut.lab.stacks.StackTable;
import dev.cobnut.lab.stacks.StackTable.Count;
import dev.cobnut.lab.stacks.Subsystems;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/// The sums of a table of stacks that the comparison needs. They do not depend on the assignment of
/// runs to A and B.
final class ProfiledWindow {

    final Tally total;
    final Tallies exclusive;
    final Tallies inclusive;

    /// Sums by leaf frame. Those of elapsed time and locks exclude threads that wait for work.
    final Tallies self;

    final Tallies hotspotLeaves;

    /// From this share of its samples on, a subsystem is within another one.
    private static final double WITHIN = 0.9;

    /// Samples of the stacks that pass through both subsystems.
    private final Map<String, Map<String, Long>> both = new TreeMap<>();

    private final List<String> names;
    private final StackTable table;

    ProfiledWindow(StackTable table, Subsystems subsystems, String hotspot) {
        this.table = table;
        names = subsystems.names();
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

    /// The smallest other subsystem around each one, by the name of the inner one.
    Map<String, String> within() {
        Map<String, String> within = new TreeMap<>();
        Comparator<String> smallest =
                Comparator.comparingLong((String name) -> shared(name, name))
                        .thenComparingInt(names::indexOf);
        for (String inner : both.keySet()) {
            both.keySet().stream()
                    .filter(outer -> smallest.compare(inner, outer) < 0)
                    .filter(outer -> shared(inner, outer) >= WITHIN * shared(inner, inner))
                    .min(smallest)
                    .ifPresent(outer -> within.put(inner, outer));
        }
        return within;
    }

    private long shared(String name, String other) {
        return both.getOrDefault(name, Map.of()).getOrDefault(other, 0L);
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
        long samples = counts.stream().mapToLong(Count::samples).sum();
        for (String name : through) {
            inclusive.add(name, counts);
            Map<String, Long> others = both.computeIfAbsent(name, _ -> new TreeMap<>());
            through.forEach(other -> others.merge(other, samples, Long::sum));
        }
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
