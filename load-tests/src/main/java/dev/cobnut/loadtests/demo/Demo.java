package dev.cobnut.loadtests.demo;

import dev.cobnut.lab.service.Readiness;
import dev.cobnut.lab.service.ServiceProcess;
import dev.cobnut.lab.service.ServiceUnavailableException;
import dev.cobnut.loadtests.service.OrderServiceCommand;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// `./cobnut demo`: plays the [Story] with a running service, or with a temporary one that it
/// removes afterwards.
@Command(name = "demo", description = "Places a few orders and shows what happens.")
public final class Demo implements Callable<Integer> {

    private static final URI DEFAULT_TARGET = URI.create("http://127.0.0.1:8080");
    private static final Duration READY_MAX = Duration.ofMinutes(4);

    @Option(names = "--target", description = "Service to talk to (${DEFAULT-VALUE}).")
    private @Nullable URI target;

    private final PrintStream out = System.out;

    @Override
    public Integer call() throws IOException, InterruptedException {
        URI service = target == null ? DEFAULT_TARGET : target;
        if (new Readiness(service).isReady()) {
            out.println("Talking to the service at " + service + ".");
            return tell(service);
        }
        if (target != null) {
            System.err.println("No order service answers at " + target + ".");
            return 1;
        }
        try {
            return tellOwn();
        } catch (ServiceUnavailableException e) {
            System.err.println(e.getMessage());
            return 1;
        }
    }

    private int tellOwn() throws IOException, InterruptedException {
        out.println("No service at " + DEFAULT_TARGET + ": starting one in a temporary folder.");
        Path folder = Files.createTempDirectory("cobnut-demo-");
        try (ServiceProcess own =
                ServiceProcess.start(
                        OrderServiceCommand.built(),
                        folder.resolve("data"),
                        folder.resolve("service.log"),
                        READY_MAX)) {
            out.printf("It was ready after %.1f s.%n", own.startToReady().toMillis() / 1e3);
            return tell(own.uri());
        } finally {
            remove(folder);
        }
    }

    private int tell(URI service) throws IOException, InterruptedException {
        boolean asExpected = new Story(service, out).tell();
        if (!asExpected) {
            System.err.println("The service did not answer as it should; see above.");
        }
        return asExpected ? 0 : 1;
    }

    private static void remove(Path folder) throws IOException {
        List<Path> files;
        try (Stream<Path> walk = Files.walk(folder)) {
            files = walk.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path file : files) {
            Files.delete(file);
        }
    }
}
