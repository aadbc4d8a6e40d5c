package dev.cobnut.orders.startup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cobnut.orders.OrderServiceApplication;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;

@ExtendWith(OutputCaptureExtension.class)
class StartUpTest {

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

    @ParameterizedTest
    @CsvSource({
        "--server.port=99999, server.port is 99999; set it to a port from 1 to 65535.",
        "--server.port=0 --cobnut.http.body-max=1B, 'cobnut.http.body-max must be from 1KB to 16MB, but is 1B'"
    })
    void aSettingOutOfRangeIsOneSentence(String settings, String sentence, CapturedOutput output) {
        assertThatThrownBy(() -> start(settings.split(" ", -1)))
                .isInstanceOf(RuntimeException.class);

        assertThat(output.getErr()).isEqualToIgnoringNewLines("Cannot start: " + sentence);
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

    private static ConfigurableApplicationContext start(String... arguments) {
        String[] all = Arrays.copyOf(arguments, arguments.length + 1);
        all[arguments.length] = "--cobnut.data=" + folder;
        return SpringApplication.run(OrderServiceApplication.class, all);
    }
}
