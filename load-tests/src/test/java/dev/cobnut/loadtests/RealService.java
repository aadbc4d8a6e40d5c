package dev.cobnut.loadtests;

import dev.cobnut.loadtests.service.ServiceCommand;
import dev.cobnut.loadtests.service.ServiceProcess;
import dev.cobnut.loadtests.service.ServiceUnavailableException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/// The order service as it was built; a test that needs it is skipped when it was not.
final class RealService {

    static final Duration READY_MAX = Duration.ofSeconds(60);

    private RealService() {}

    static ServiceCommand command() throws IOException {
        try {
            return ServiceCommand.orderService();
        } catch (ServiceUnavailableException e) {
            Assumptions.abort(String.valueOf(e.getMessage()));
            throw e;
        }
    }

    /// With a plug-in on its class path.
    static ServiceCommand command(Path plugin) throws IOException {
        return new ServiceCommand(
                        command().words().stream()
                                .flatMap(word ->
                                        word.equals("-jar")
                                                ? Stream.of(
                                                        "-Dloader.main=dev.cobnut.orders.OrderServiceApplication",
                                                        "-Dloader.path=" + plugin,
                                                        "-cp")
                                                : Stream.of(word))
                                .toList())
                .with("org.springframework.boot.loader.launch.PropertiesLauncher");
    }

    static ServiceProcess start(Path folder) throws IOException, InterruptedException {
        return ServiceProcess.start(
                command(), folder.resolve("data"), folder.resolve("service.log"), READY_MAX);
    }
}
