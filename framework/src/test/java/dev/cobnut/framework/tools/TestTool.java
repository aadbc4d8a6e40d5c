package dev.cobnut.framework.tools;

import java.util.EnumSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A program that some tests need and that a machine may lack.
///
/// The environment variable `COBNUT_TEST_WITHOUT` hides tools from the tests, so that one machine
/// shows what happens on others: `COBNUT_TEST_WITHOUT=docker,postgresql ./cobnut test`.
public enum TestTool {
    DOCKER,
    POSTGRESQL,
    HAPROXY,
    NPM,
    CHROMIUM,
    PYTHON;

    static final String VARIABLE = "COBNUT_TEST_WITHOUT";

    private static final Set<TestTool> HIDDEN = named(System.getenv("COBNUT_TEST_WITHOUT"));

    /// The sentence that says that the tool is hidden; empty when it is not.
    public Optional<String> hidden() {
        return HIDDEN.contains(this)
                ? Optional.of(id() + " is hidden by " + VARIABLE)
                : Optional.empty();
    }

    String id() {
        return name().toLowerCase(Locale.ROOT);
    }

    /// @param list names with commas between them; null and empty name nothing
    /// @throws IllegalArgumentException when a name is not one of a tool: a test would run that was
    ///   meant to be skipped
    static Set<TestTool> named(@Nullable String list) {
        Set<TestTool> named = EnumSet.noneOf(TestTool.class);
        if (list == null || list.isBlank()) {
            return named;
        }
        for (String name : list.split(",", -1)) {
            boolean known = false;
            for (TestTool tool : values()) {
                if (tool.id().equals(name.strip())) {
                    named.add(tool);
                    known = true;
                }
            }
            if (!known) {
                throw new IllegalArgumentException(
                        "%s names '%s', which is none of docker, postgresql, haproxy, npm, chromium and python"
                                .formatted(VARIABLE, name));
            }
        }
        return named;
    }
}
