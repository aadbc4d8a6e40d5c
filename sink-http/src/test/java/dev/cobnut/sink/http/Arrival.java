package dev.cobnut.sink.http;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// An event as a receiver took it, or as the journal has it.
record Arrival(String id, String stream, long version) {

    /// What is wrong with what came, after repetitions are left out: a sentence for each event that
    /// is missing, unknown, or not directly behind its predecessor.
    static List<String> faults(List<Arrival> journal, List<Arrival> came) {
        List<String> faults = new ArrayList<>();
        Set<Arrival> known = new HashSet<>(journal);
        Set<String> ids = new HashSet<>();
        Map<String, Long> last = new HashMap<>();
        for (Arrival arrival : came) {
            if (!known.contains(arrival)) {
                faults.add("unknown: " + arrival);
            } else if (ids.add(arrival.id())) {
                long before = last.getOrDefault(arrival.stream(), 0L);
                if (arrival.version() != before + 1) {
                    faults.add("wrong order: " + arrival + " after " + before);
                }
                last.put(arrival.stream(), arrival.version());
            }
        }
        journal.stream()
                .filter(arrival -> !ids.contains(arrival.id()))
                .forEach(arrival -> faults.add("missing: " + arrival));
        return faults;
    }

    static long count(List<String> faults, String kind) {
        return faults.stream().filter(fault -> fault.startsWith(kind)).count();
    }
}
