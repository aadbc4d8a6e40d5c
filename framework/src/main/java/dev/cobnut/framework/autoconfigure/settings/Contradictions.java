package dev.cobnut.framework.autoconfigure.settings;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;

/// Settings that another setting makes void.
///
/// A source may override another one, for example an argument what a file says. So a setting is
/// none of the contradictions when a source that comes before its own makes it void.
final class Contradictions {

    /// Settings that have an effect only while another setting has a certain value.
    ///
    /// @param names the settings, or a prefix of them
    /// @param on the other setting, which may be below the prefix itself
    /// @param byDefault value of the other setting when nobody sets it
    /// @param holds tells whether a value of the other setting gives them an effect
    /// @param needed what to set, in words
    private record Needs(
            Set<String> names,
            String on,
            String byDefault,
            Predicate<String> holds,
            String needed) {

        boolean concerns(ConfigurationPropertyName name) {
            return !name.equals(ConfigurationPropertyName.of(on))
                    && names.stream()
                            .map(ConfigurationPropertyName::of)
                            .anyMatch(one -> one.equals(name) || one.isAncestorOf(name));
        }

        /// The rank of the source whose value of the other setting is in force; the last rank when
        /// nobody sets it.
        int decidedBy(List<GivenSetting> set) {
            var other = ConfigurationPropertyName.of(on);
            return set.stream()
                    .filter(setting -> setting.name().equals(other))
                    .mapToInt(GivenSetting::rank)
                    .min()
                    .orElse(Integer.MAX_VALUE);
        }
    }

    private static final String JOURNAL = "cobnut.journal.";
    private static final String POSTGRESQL = JOURNAL + "postgresql";
    private static final String MIGRATION = POSTGRESQL + ".migration";

    private static final List<Needs> NEEDS =
            List.of(
                    new Needs(
                            Set.of(POSTGRESQL),
                            JOURNAL + "type",
                            "sqlite",
                            "postgresql"::equalsIgnoreCase,
                            "set cobnut.journal.type=postgresql"),
                    new Needs(
                            Set.of(
                                    JOURNAL + "readers",
                                    JOURNAL + "wal-checkpoint-pages",
                                    JOURNAL + "wal-pages-max"),
                            JOURNAL + "type",
                            "sqlite",
                            "sqlite"::equalsIgnoreCase,
                            "set cobnut.journal.type=sqlite"),
                    new Needs(
                            Set.of(MIGRATION),
                            MIGRATION + ".enabled",
                            "true",
                            "true"::equalsIgnoreCase,
                            "set " + MIGRATION + ".enabled=true"),
                    new Needs(
                            Set.of("cobnut.cluster"),
                            "cobnut.cluster.members",
                            "1",
                            members -> !members.equals("1"),
                            "set cobnut.cluster.members to the size of the whole cluster"),
                    new Needs(
                            Set.of("cobnut.profiling"),
                            "cobnut.profiling.enabled",
                            "false",
                            "true"::equalsIgnoreCase,
                            "set cobnut.profiling.enabled=true"),
                    new Needs(
                            Set.of("cobnut.tracing"),
                            "cobnut.tracing.enabled",
                            "false",
                            "true"::equalsIgnoreCase,
                            "set cobnut.tracing.enabled=true"));

    /// Each row: at most one of them.
    private static final List<List<String>> EXCLUSIVE =
            List.of(
                    List.of(POSTGRESQL + ".password", POSTGRESQL + ".password-file"),
                    List.of(MIGRATION + ".password", MIGRATION + ".password-file"));

    private Contradictions() {}

    /// @param values reads the values that are in force
    /// @return a sentence for each contradiction
    static List<String> in(List<GivenSetting> given, Binder values) {
        List<GivenSetting> set = given.stream().filter(setting -> !setting.empty()).toList();
        List<String> found = new ArrayList<>();
        for (Needs needs : NEEDS) {
            int decided = needs.decidedBy(set);
            List<GivenSetting> concerned =
                    set.stream()
                            .filter(setting -> setting.rank() <= decided)
                            .filter(setting -> needs.concerns(setting.name()))
                            .toList();
            String value = values.bind(needs.on(), String.class).orElse(needs.byDefault()).strip();
            if (!concerned.isEmpty() && !needs.holds().test(value)) {
                found.add(
                        "%s: no effect while %s is %s; %s, or remove what has no effect."
                                .formatted(list(concerned), needs.on(), value, needs.needed()));
            }
        }
        for (List<String> names : EXCLUSIVE) {
            List<GivenSetting> both =
                    set.stream()
                            .filter(setting ->
                                    names.stream()
                                            .map(ConfigurationPropertyName::of)
                                            .anyMatch(setting.name()::equals))
                            .toList();
            if (both.stream().map(GivenSetting::name).distinct().count() > 1) {
                found.add("%s: give only one of them.".formatted(list(both)));
            }
        }
        return found;
    }

    private static String list(List<GivenSetting> settings) {
        return settings.stream()
                .map(GivenSetting::written)
                .sorted()
                .collect(Collectors.joining(", "));
    }
}
