package dev.cobnut.lab.report;

import dev.cobnut.lab.stacks.Subsystems;
import java.util.Map;

/// The names of subsystems as a sentence writes them: `jit` is "the JIT compiler".
final class SubsystemNames {

    private static final Map<String, String> NOUNS =
            Map.ofEntries(
                    Map.entry("jit", "the JIT compiler"),
                    Map.entry("gc", "the garbage collector"),
                    Map.entry("profiler", "the profiler"),
                    Map.entry("waiting-for-work", "threads that wait for work"),
                    Map.entry("parking", "threads that park and wake each other"),
                    Map.entry("outbox", "the outbox"),
                    Map.entry("journal", "the journal"),
                    Map.entry("view", "the views"),
                    Map.entry("pipeline", "the delivery pipeline"),
                    Map.entry("dispatch", "command dispatch"),
                    Map.entry("serialization", "serialization"),
                    Map.entry("jet", "Jet"),
                    Map.entry("hazelcast", "Hazelcast"),
                    Map.entry("spring", "Spring"),
                    Map.entry("tomcat", "Tomcat"),
                    Map.entry("kernel", "the kernel"),
                    Map.entry(Subsystems.OTHER, "other code"));

    private SubsystemNames() {}

    /// A session may bring subsystems of its own; their names are quoted.
    static String noun(String subsystem) {
        return NOUNS.getOrDefault(subsystem, "`" + subsystem + "`");
    }

    /// "Hazelcast's CPU per request", "CPU per request of the outbox".
    static String of(String quantity, String noun) {
        return Character.isUpperCase(noun.charAt(0))
                ? "%s's %s".formatted(noun, quantity)
                : "%s of %s".formatted(quantity, noun);
    }
}
