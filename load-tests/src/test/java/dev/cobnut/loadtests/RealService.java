package dev.cobnut.loadtests;

import dev.cobnut.lab.service.ServiceCommand;
import dev.cobnut.lab.service.ServiceProcess;
import dev.cobnut.loadtests.service.OrderServiceCommand;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/// The built order service. A test that needs it is skipped when it is not built.
public final class RealService {

    public static final Duration READY_MAX = Duration.ofMinutes(4);

    private RealService() {}

    /// With the flags of `./cobnut run` and the quick compiler alone, which leaves more of a small
    /// machine to services that live for seconds.
    public static ServiceCommand command() throws IOException {
        ServiceCommand shipped = Needs.service();
        List<String> words = new ArrayList<>(shipped.words());
        words.add(1, "-XX:TieredStopAtLevel=1");
        return new ServiceCommand(words, shipped.contract());
    }

    /// With a plug-in on its class path.
    public static ServiceCommand command(Path plugin) throws IOException {
        return new ServiceCommand(
                        command().words().stream()
                                .flatMap(word ->
                                        word.equals("-jar")
                                                ? Stream.of(
                                                        "-Dloader.main=dev.cobnut.orders.OrderServiceApplication",
                                                        "-Dloader.path=" + plugin,
                                                        "-cp")
                                                : Stream.of(word))
                                .toList(),
                        OrderServiceCommand.CONTRACT)
                .with("org.springframework.boot.loader.launch.PropertiesLauncher");
    }

    public static ServiceProcess start(Path folder) throws IOException, InterruptedException {
        return ServiceProcess.start(
                command(), folder.resolve("data"), folder.resolve("service.log"), READY_MAX);
    }
}
