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
import java.util.Set;
import java.util.UUID;

/// A running load generator: Gatling in its own JVM, which runs all phases of one plan.
///
/// One thread owns it. [LoadLog#read] reads the folder afterwards.
public final class LoadProcess implements RunningLoad {

    /// A request that is not answered within this time is an error.
    public static final Duration ANSWER_MAX = Duration.ofSeconds(10);

    /// Longest time from the start of the JVM to the first request, on a busy machine.
    private static final Duration BEGIN_MAX = Duration.ofSeconds(60);

    /// Longest time after the last phase: the journeys of the last users, with a few requests each.
    private static final Duration LAST_USERS_MAX = Duration.ofSeconds(90);

    private static final Duration PAGES_MAX = Duration.ofMinutes(3);
    private static final int RUN_LETTERS = 8;

    private final GeneratorProcess generator;
    private final LoadPlan plan;
    private final Path folder;

    /// The generator's report on its last second.
    ///
    /// @param failedUsers users that met an error
    public record Pulse(long answers, long failedUsers, long p99Ms) {}

    /// The answers of the seconds that the generator has reported.
    public record Progress(int seconds, long answers) {

        Progress and(Pulse pulse) {
            return new Progress(seconds + 1, answers + pulse.answers);
        }
    }

    private LoadProcess(GeneratorProcess generator, LoadPlan plan, Path folder) {
        this.generator = generator;
        this.plan = plan;
        this.folder = folder;
    }

    /// @param folder new or empty; receives the assignment, Gatling's log and the generator's
    ///   output
    public static LoadProcess start(
            LoadPlan plan, LoadSimulation simulation, URI target, Path folder) throws IOException {
        return start(plan, simulation, GeneratorHost.here(), target, folder);
    }

    /// As above, with a generator that may run elsewhere. It has to see the folder at the same
    /// path.
    public static LoadProcess start(
            LoadPlan plan, LoadSimulation simulation, GeneratorHost host, URI target, Path folder)
            throws IOException {
        Files.createDirectories(folder);
        GeneratorProcess generator =
                GeneratorProcess.start(simulation, host, folder.resolve("generator.log"));
        generator.run(assignment(plan, simulation, target), folder);
        return new LoadProcess(generator, plan, folder);
    }

    /// Ends this load in order and starts another one of the same simulation in the same JVM, which
    /// is warm.
    ///
    /// @param next new or empty
    public LoadProcess then(LoadPlan further, LoadSimulation simulation, URI target, Path next)
            throws IOException, InterruptedException {
        generator.stop();
        awaitEnd();
        generator.run(assignment(further, simulation, target), next);
        return new LoadProcess(generator, further, next);
    }

    /// An assignment whose idempotency keys are unique to the run.
    static Assignment assignment(LoadPlan plan, LoadSimulation simulation, URI target) {
        return new Assignment(
                plan, simulation, target, UUID.randomUUID().toString().substring(0, RUN_LETTERS));
    }

    /// The start of the first phase. Waits up to a minute for it.
    ///
    /// @throws IOException when the generator did not reach its first request; the message says why
    @Override
    public Instant startedAt() throws IOException, InterruptedException {
        Instant began = generator.awaitBegin(BEGIN_MAX);
        var _ = generator.jvm();
        return began;
    }

    /// True while the plan is running.
    @Override
    public boolean isAlive() {
        return generator.isRunning();
    }

    /// True when the generator is gone or Gatling failed.
    public boolean hasFailed() {
        return generator.hasFailed();
    }

    public long pid() {
        return generator.pid();
    }

    @Override
    public Set<Long> pids() throws IOException, InterruptedException {
        return Set.of(generator.jvm().pid());
    }

    /// The CPU time of the generator so far; empty when it is gone.
    public Optional<Duration> cpuTime() {
        return generator.cpuTime();
    }

    @Override
    public int seconds() {
        return generator.progress().seconds();
    }

    @Override
    public Progress progress() {
        return generator.progress();
    }

    @Override
    public String endedEarly(long secondsLeft) {
        return "The load generator ended %d s early; its output is in %s."
                .formatted(secondsLeft, folder);
    }

    /// The report on the last second; empty before the first one.
    public Optional<Pulse> pulse() {
        return generator.pulse();
    }

    /// Returns when all phases have ended and the log is complete.
    ///
    /// @throws IOException when the generator failed; the message says why
    @Override
    public void awaitEnd() throws IOException, InterruptedException {
        int code = generator.awaitEnd(BEGIN_MAX.plus(plan.length()).plus(LAST_USERS_MAX));
        if (code != 0) {
            throw new IOException(
                    "Gatling ended with code %d; see %s."
                            .formatted(code, folder.resolve("generator.log")));
        }
    }

    /// Ends the load early and in order: no further user begins, and the log is completed.
    public void stop() throws IOException {
        generator.stop();
    }

    /// Writes Gatling's HTML pages from the log of an ended load.
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

    /// Ends the process, even during a load. The log written so far is kept.
    @Override
    public void close() {
        generator.close();
    }
}
