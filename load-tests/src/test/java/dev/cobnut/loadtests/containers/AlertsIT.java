package dev.cobnut.loadtests.containers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cobnut.lab.service.ServiceCommand;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// Compares the published alerts with the tests that plant a fault for each of them. It reads the
/// tests' sources, so it depends on no test's success and needs no container.
class AlertsIT {

    private static final Path TESTS =
            ServiceCommand.home()
                    .resolve("load-tests/src/test/java/dev/cobnut/loadtests/containers");

    /// A call with the names of the alerts that must fire.
    private static final Pattern FIRES = Pattern.compile("\\bfires\\(((?:\\s*\"\\w+\",?)+)\\s*\\)");

    private static final Pattern NAME = Pattern.compile("\"(\\w+)\"");

    @Test
    void noAlertIsWithoutAFault() throws IOException {
        Set<String> planted = new TreeSet<>();
        for (String test : List.of("ObservabilityIT", "ClusterComposeIT")) {
            Matcher call = FIRES.matcher(Files.readString(TESTS.resolve(test + ".java")));
            while (call.find()) {
                Matcher name = NAME.matcher(call.group(1));
                while (name.find()) {
                    planted.add(name.group(1));
                }
            }
        }

        assertThat(Expressions.ofAlerts())
                .extracting(Expressions::where)
                .containsExactlyInAnyOrderElementsOf(planted);
    }
}
