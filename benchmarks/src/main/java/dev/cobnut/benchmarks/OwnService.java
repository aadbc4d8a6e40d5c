package dev.cobnut.benchmarks;

import dev.cobnut.lab.service.ServiceCommand;
import dev.cobnut.lab.service.ServiceProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/// The service under measurement: one process after the other, in a temporary folder that is
/// removed at the end.
final class OwnService implements AutoCloseable {

    private static final Duration READY_MAX = Duration.ofMinutes(2);

    private final ServiceCommand command;
    private final Path folder = Files.createTempDirectory("cobnut-bench-");

    OwnService(ServiceCommand command) throws IOException {
        this.command = command;
    }

    /// @param data name of the data folder; a second start with the same name finds the data of the
    ///   first
    ServiceProcess start(String data) throws IOException, InterruptedException {
        return ServiceProcess.start(
                command, folder.resolve(data), folder.resolve("service.log"), READY_MAX);
    }

    @Override
    public void close() throws IOException {
        delete(folder);
    }

    /// Deletes a folder and its content.
    static void delete(Path folder) throws IOException {
        List<Path> files;
        try (Stream<Path> walk = Files.walk(folder)) {
            files = walk.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path file : files) {
            Files.delete(file);
        }
    }
}
