package dev.cobnut.orders.startup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cobnut.orders.OrderServiceApplication;
import io.swagger.v3.oas.models.OpenAPI;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;

@ExtendWith(OutputCaptureExtension.class)
class StartUpTest {

    private static final Path ROOT = Path.of("..");

    /// Documents name groups of settings, too.
    private static final Set<String> GROUPS =
            Set.of("cobnut.journal.postgresql", "cobnut.journal.postgresql.migration");

    @SuppressWarnings("NullAway.Init") // before all tests
    @TempDir
    private static Path folder;

    @Test
    void aPortInUseIsOneSentence(CapturedOutput output) throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            int port = taken.getLocalPort();

            assertThatThrownBy(() -> start("--server.port=" + port))
                    .isInstanceOf(RuntimeException.class);

            assertThat(output.getErr())
                    .isEqualToIgnoringNewLines(
                            "Cannot start: Port %d is in use by another process; stop it, or choose another port with --server.port=%d."
                                    .formatted(port, port + 1));
            assertThat(output).doesNotContain("\tat ", "APPLICATION FAILED");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"0.0.0.0", "192.0.2.1", ""})
    void anAddressThatOthersCanReachIsRefused(String address, CapturedOutput output) {
        assertThatThrownBy(() -> start("--server.address=" + address))
                .isInstanceOf(RuntimeException.class);

        assertThat(output.getErr())
                .startsWith(
                        "Cannot start: server.address is "
                                + (address.isEmpty() ? "not set (all interfaces)" : address))
                .contains("cobnut.http.allow-unauthenticated-remote=true")
                .hasLineCount(1);
        assertThat(output).doesNotContain("\tat ");
    }

    @Test
    void aManagementPortThatOthersCanReachIsRefused(CapturedOutput output) {
        assertThatThrownBy(() -> start("--server.port=0", "--management.server.port=18081"))
                .isInstanceOf(RuntimeException.class);

        assertThat(output.getErr())
                .startsWith("Cannot start: management.server.address is not set (all interfaces)");
    }

    @Test
    void anAddressThatOthersCanReachIsTakenWhenItIsPermitted() {
        try (ConfigurableApplicationContext running =
                start(
                        "--server.port=0",
                        "--server.address=0.0.0.0",
                        "--cobnut.http.allow-unauthenticated-remote=true")) {
            assertThat(running.isRunning()).isTrue();
        }
    }

    /// Its parts are made at the first request for it.
    @Test
    void aStartDoesNotWaitForTheDescriptionOfTheApi() {
        try (ConfigurableApplicationContext running = start("--server.port=0")) {
            ConfigurableListableBeanFactory beans = running.getBeanFactory();
            assertThat(beans.getBeanNamesForType(OpenAPI.class, true, false))
                    .isNotEmpty()
                    .noneMatch(beans::containsSingleton);

            assertThat(running.getBean(OpenAPI.class).getPaths()).isNotEmpty();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "--server.port=99999, server.port is 99999; set it to a port from 1 to 65535.",
        "--server.port=0 --cobnut.orders.cancel-unpaid-after=1ms, 'cobnut.orders.cancel-unpaid-after must be from 1s to 365d, but is 1 ms'",
        "--server.port=0 --cobnut.security.mode=api-key, 'cobnut.security.mode=api-key needs a key; set cobnut.security.keys.<id>.sha256 and .scopes'",
        "--server.port=0 --cobnut.http.body-max=1B, 'cobnut.http.body-max must be from 1KB to 16MB, but is 1B'"
    })
    void aSettingOutOfRangeIsOneSentence(String settings, String sentence, CapturedOutput output) {
        assertThatThrownBy(() -> start(settings.split(" ", -1)))
                .isInstanceOf(RuntimeException.class);

        assertThat(output.getErr()).isEqualToIgnoringNewLines("Cannot start: " + sentence);
    }

    /// What only the wiring finds is found before the server begins, which would log its failure.
    @ParameterizedTest
    @CsvSource({
        "--cobnut.security.mode=api-key --cobnut.security.keys.shop.sha256=HASH --cobnut.security.keys.shop.scopes=orders:raed, 'cobnut.security.keys.shop.scopes has orders:raed; there are orders:admin, orders:metrics, orders:read, orders:write.'",
        "--cobnut.security.mode=jwt --cobnut.security.jwt.issuer=i --cobnut.security.jwt.audience=a --cobnut.security.jwt.public-key-file=nowhere.pem, cobnut.security.jwt.public-key-file cannot be read: nowhere.pem."
    })
    void aSettingOfSecurityThatCannotBeUsedIsOneSentence(
            String settings, String sentence, CapturedOutput output) {
        String[] given = settings.replace("HASH", "0".repeat(64)).split(" ", -1);

        assertThatThrownBy(() -> start(given)).isInstanceOf(RuntimeException.class);

        assertThat(output.getErr()).isEqualToIgnoringNewLines("Cannot start: " + sentence);
        assertThat(output).doesNotContain("\tat ", "Exception");
    }

    @Test
    void anAddressThatOthersCanReachIsTakenWhenCallersAreAskedWhoTheyAre() {
        try (ConfigurableApplicationContext running =
                start(
                        "--server.port=0",
                        "--server.address=0.0.0.0",
                        "--cobnut.security.mode=api-key",
                        "--cobnut.security.keys.shop.sha256=" + "0".repeat(64),
                        "--cobnut.security.keys.shop.scopes=orders:read")) {
            assertThat(running.isRunning()).isTrue();
        }
    }

    /// A slip in a name once meant that the journal was another one than the operator thought.
    @ParameterizedTest
    @CsvSource({
        "--cobnut.dta=x, There is no setting --cobnut.dta; the nearest is cobnut.data.",
        "--cobnut.http.inflight-mx=9, There is no setting --cobnut.http.inflight-mx; the nearest is cobnut.http.in-flight-max.",
        "--cobnut.journal.postgresql.url=jdbc:postgresql://127.0.0.1/x, '--cobnut.journal.postgresql.url: no effect while cobnut.journal.type is sqlite; set cobnut.journal.type=postgresql, or remove what has no effect.'",
        "cobnut.http.body-max=1MB, 'nothing reads the argument ''cobnut.http.body-max=1MB''; a setting is written --name=value, as one word.'",
        "--cobnut.journal.type --cobnut.views.entries-max=, --cobnut.journal.type has no value. --cobnut.views.entries-max has no value.",
        "--server.port 9000, 'nothing reads the argument ''9000''; a setting is written --name=value, as one word.'",
        "--prot=9000, 'there is no option --prot; a setting is written with its whole name, such as --server.port=9000 or --cobnut.data=./data.'",
        "--cobnut.hazelcast.cluster-name=a --cobnut.hazelcast.cluster-name=b, '--cobnut.hazelcast.cluster-name is given 2 times (a, b); give it once.'"
    })
    void aSettingThatNothingWouldReadIsOneSentence(
            String settings, String sentence, CapturedOutput output, @TempDir Path untouched) {
        String[] arguments = (settings + " --cobnut.data=" + untouched).split(" ", -1);

        assertThatThrownBy(() -> SpringApplication.run(OrderServiceApplication.class, arguments))
                .isInstanceOf(RuntimeException.class);

        assertThat(output.getErr()).isEqualToIgnoringNewLines("Cannot start: " + sentence);
        assertThat(untouched).isEmptyDirectory();
    }

    /// A name in a document, a compose file or a manifest that the service would refuse.
    @Test
    void everySettingThatIsWrittenDownIsOne(CapturedOutput output) throws IOException {
        TreeSet<String> arguments = new TreeSet<>();
        for (String file : List.of("operating.md", "cluster.md", "postgresql.md", "profiling.md")) {
            Matcher setting =
                    Pattern.compile("(?<![\\w.])cobnut\\.[a-z]+\\.[a-z.-]*[a-z]")
                            .matcher(Files.readString(ROOT.resolve("docs").resolve(file)));
            while (setting.find()) {
                arguments.add("--" + setting.group() + "=x");
            }
        }
        for (String file : List.of("docker-compose.yml", "docker/kubernetes/config.yaml")) {
            Matcher variable =
                    Pattern.compile("(?m)^ +(COBNUT_[A-Z_]+): ")
                            .matcher(Files.readString(ROOT.resolve(file)));
            while (variable.find()) {
                if (!variable.group(1).equals("COBNUT_JAVA_OPTS")) {
                    String name = variable.group(1).toLowerCase(Locale.ROOT).replace('_', '.');
                    arguments.add("--" + name + "=x");
                }
            }
        }
        arguments.add("--cobnut.negative.control=x");
        arguments.removeIf(
                argument -> GROUPS.contains(argument.substring(2, argument.length() - 2)));

        assertThat(arguments).hasSizeGreaterThan(50);
        assertThatThrownBy(() ->
                        SpringApplication.run(
                                OrderServiceApplication.class, arguments.toArray(String[]::new)))
                .isInstanceOf(RuntimeException.class);
        assertThat(output.getErr().split("There is no setting ", -1))
                .as("the negative control alone: %s", output.getErr())
                .hasSize(2);
    }

    @Test
    void aSecondServiceOnTheSameDataIsOneSentence(CapturedOutput output) {
        try (ConfigurableApplicationContext running = start("--server.port=0")) {
            assertThat(running.isRunning()).isTrue();

            assertThatThrownBy(() -> start("--server.port=0")).isInstanceOf(RuntimeException.class);

            assertThat(output.getErr()).startsWith("Cannot start: ").contains(folder.toString());
            assertThat(output.getErr().strip()).hasLineCount(1);
            assertThat(output).doesNotContain("\tat ");
        }
    }

    /// Hazelcast once warned, with two traces, that the delivery job had failed with its member.
    @Test
    void aServiceThatStopsComplainsAboutNothing(CapturedOutput output) {
        start("--server.port=0").close();

        assertThat(output.getAll()).doesNotContain("WARN", "ERROR", "\tat ");
    }

    private static ConfigurableApplicationContext start(String... arguments) {
        String[] all = Arrays.copyOf(arguments, arguments.length + 1);
        all[arguments.length] = "--cobnut.data=" + folder;
        return SpringApplication.run(OrderServiceApplication.class, all);
    }
}
