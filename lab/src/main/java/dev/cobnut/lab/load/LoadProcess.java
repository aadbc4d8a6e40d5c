package dev.cobnut.lab.load;

import dev.cobnut.lab.generator.Assignment;
import dev.cobnut.lab.generator.LoadPlan;
import dev.cobnut.lab.generator.LoadSimulation;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/// A load generator at work: Gatling in a JVM of its own, which runs all phases of one plan.
///
/// One thread owns it. What is left in the folder afterwards is for [LoadLog#read].
public final class LoadProcess implements AutoCloseable {

    /// A request without an answer by then is an error.
    public static final Duration ANSWER_MAX = Duration.ofSeconds(10);

    /// From the start of the JVM to the first request, on a busy machine.
    private static final Duration BEGIN_MAX = Duration.ofSeconds(60);

    /// After the last phase: the last users' journeys, some requests each.
    private static final Duration LAST_USERS_MAX = Duration.ofSeconds(90);

    private static final Duration PAGES_MAX = Duration.ofMinutes(3);
    private static final int RUN_LETTERS = 8;

    private final GeneratorProcess generator;
    private final LoadPlan plan;
    private final Path folder;

    /// What the generator says of its last second.
    ///
    /// @param failedUsers users that met an error
    public record Pulse(long answers, long failedUsers, long p99Ms) {}

    private LoadProcess(GeneratorProcess generator, LoadPlan plan, Path folder) {
        this.generator = generator;
        this.plan = plan;
        this.folder = folder;
    }

    /// @param folder gets the assignment, Gatling's log and the generator's output; new or empty
    public static LoadProcess start(
            LoadPlan plan, LoadSimulation simulation, URI target, Path folder) throws IOException {
        Files.createDirectories(folder);
        GeneratorProcess generator = GeneratorProcess.start(folder.resolve("generator.log"));
        generator.run(assignment(plan, simulation, target), folder);
        return new LoadProcess(generator, plan, folder);
    }

    /// With idempotency keys that no other run has.
    static Assignment assignment(LoadPlan plan, LoadSimulation simulation, URI target) {
        return new Assignment(
                plan, simulation, target, UUID.randomUUID().toString().substring(0, RUN_LETTERS));
    }

    /// When the first phase began. Waits for it, a minute at most.
    ///
    /// @throws IOException when the generator did not come to its first request, and why
    public Instant startedAt() throws IOException, InterruptedException {
        return generator.awaitBegin(BEGIN_MAX);
    }

    /// Whether the plan is being run.
    public boolean isAlive() {
        return generator.isRunning();
    }

    /// Whether the generator is gone, or Gatling gave up.
    public boolean hasFailed() {
        return generator.hasFailed();
    }

    public long pid() {
        return generator.pid();
    }

    /// CPU time of the generator so far; empty when it is gone.
    public Optional<Duration> cpuTime() {
        return generator.cpuTime();
    }

    /// What the generator said of its last second; empty before the first one.
    public Optional<Pulse> pulse() {
        return generator.pulse();
    }

    /// Returns when all phases are over and the log is complete.
    ///
    /// @throws IOException when the generator failed, and why
    public void awaitEnd() throws IOException, InterruptedException {
        int code = generator.awaitEnd(BEGIN_MAX.plus(plan.length()).plus(LAST_USERS_MAX));
        if (code != 0) {
            throw new IOException(
                    "Gatling ended with code %d; see %s."
                            .formatted(code, folder.resolve("generator.log")));
        }
    }

    /// Ends the load early and in order: no further user begins, the log will be complete.
    public void stop() throws IOException {
        generator.stop();
    }

    /// Gatling's HTML pages, from the log of a load that has ended.
    ///
    /// @return the first page
    public Path writePages() throws IOException, InterruptedException {
        generator.writePages(folder);
        int code = generator.awaitEnd(PAGES_MAX);
        if (code != 0) {
            throw new IOException(
                    "Gatling's pages were not written (code %d); see %s."
                            .formatted(code, folder.resolve("generator.log")));
        }
        return LoadLog.gatlingFolder(folder).resolve("index.html");
    }

    /// Ends the process, also in the middle of a load; what the log has by then is kept.
    @Override
    public void close() {
        generator.close();
    }
}
