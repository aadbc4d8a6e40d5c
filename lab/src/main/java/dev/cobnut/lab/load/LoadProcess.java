package dev.cobnut.lab.load;

import dev.cobnut.lab.generator.Assignment;
import dev.cobnut.lab.generator.Generator;
import dev.cobnut.lab.generator.LoadPlan;
import dev.cobnut.lab.generator.LoadSimulation;
import dev.cobnut.lab.service.Container;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/// A running load generator: Gatling in its own JVM ([Generator]), which runs all phases of one
/// plan, and then those of the next. It receives commands line by line.
///
/// One thread owns it; any thread may query. The JVM ends when this process ends for any reason.
/// [LoadLog#read] reads the folder afterwards.
public final class LoadProcess implements RunningLoad {

    /// A request that is not answered within this time is an error.
    public static final Duration ANSWER_MAX = Duration.ofSeconds(10);

    private static final List<String> JVM_FLAGS =
            List.of(
                    "-Xms256m",
                    "-Xmx512m",
                    "-Xmn160m",
                    "-XX:+UseSerialGC",
                    "-XX:+ExitOnOutOfMemoryError",
                    "--add-opens=java.base/java.lang=ALL-UNNAMED",
                    "--enable-native-access=ALL-UNNAMED",
                    "--sun-misc-unsafe-memory-access=allow",
                    "-Dgatling.data.enableAnalytics=false",
                    "-Dgatling.data.writers.0=file",
                    "-Dgatling.http.requestTimeout=" + ANSWER_MAX.toMillis(),
                    "-Dlogback.configurationFile=dev/cobnut/lab/generator/generator-logback.xml");

    /// Longest time from the start of the JVM to the first request, on a busy machine.
    private static final Duration BEGIN_MAX = Duration.ofSeconds(60);

    /// Longest time after the last phase: the journeys of the last users, with a few requests each.
    private static final Duration LAST_USERS_MAX = Duration.ofSeconds(90);

    private static final Duration PAGES_MAX = Duration.ofMinutes(3);
    private static final Duration CLOSE_MAX = Duration.ofSeconds(10);
    private static final int LOG_TAIL_LINES = 8;
    private static final int RUN_LETTERS = 8;

    private final Process process;
    private final @Nullable Container container;
    private final Path log;
    private final BufferedWriter commands;
    private LoadPlan plan;
    private Path folder;
    private @Nullable ProcessHandle jvm;
    private volatile Run run = new Run();
    private volatile Optional<Pulse> pulse = Optional.empty();
    private volatile Progress progress = new Progress(0, 0);

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

    private record Run(CompletableFuture<Instant> began, CompletableFuture<Integer> ended) {

        Run() {
            this(new CompletableFuture<>(), new CompletableFuture<>());
        }
    }

    private LoadProcess(
            Process process, @Nullable Container container, LoadPlan plan, Path folder) {
        this.process = process;
        this.container = container;
        this.plan = plan;
        this.folder = folder;
        this.log = folder.resolve("generator.log");
        this.commands = process.outputWriter(StandardCharsets.UTF_8);
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
        List<String> words = new ArrayList<>(host.java());
        words.addAll(JVM_FLAGS);
        words.add("-Djava.util.prefs.userRoot=" + folder.toAbsolutePath());
        List<String> classPath = new ArrayList<>(simulation.classPath());
        classPath.add(host.classPath());
        words.addAll(
                List.of(
                        "-cp",
                        String.join(File.pathSeparator, classPath),
                        Generator.class.getName()));
        Process process = new ProcessBuilder(words).redirectErrorStream(true).start();
        LoadProcess load = new LoadProcess(process, host.container(), plan, folder);
        Thread.ofPlatform().daemon().name("generator-output").start(load::listen);
        load.begin(simulation, target);
        return load;
    }

    /// Ends this load in order and starts another one of the same simulation in the same JVM, which
    /// is warm.
    ///
    /// @param next new or empty
    public LoadProcess then(LoadPlan further, LoadSimulation simulation, URI target, Path next)
            throws IOException, InterruptedException {
        stop();
        awaitEnd();
        plan = further;
        folder = next;
        begin(simulation, target);
        return this;
    }

    /// Its assignment has idempotency keys that are unique to the run.
    private void begin(LoadSimulation simulation, URI target) throws IOException {
        Files.createDirectories(folder);
        String keys = UUID.randomUUID().toString().substring(0, RUN_LETTERS);
        new Assignment(plan, simulation, target, keys).write(folder);
        run = new Run();
        progress = new Progress(0, 0);
        send("run\t" + folder.toAbsolutePath());
    }

    /// The start of the first phase. Waits up to a minute for it.
    ///
    /// @throws IOException when the generator did not reach its first request; the message says why
    @Override
    public Instant startedAt() throws IOException, InterruptedException {
        Instant began = await(run.began(), BEGIN_MAX, "begin");
        var _ = jvm();
        return began;
    }

    /// True while the plan is running.
    @Override
    public boolean isAlive() {
        return process.isAlive() && !run.ended().isDone();
    }

    /// True when the generator is gone or Gatling failed.
    public boolean hasFailed() {
        CompletableFuture<Integer> ended = run.ended();
        return !process.isAlive()
                || (ended.isDone() && (ended.isCompletedExceptionally() || ended.join() != 0));
    }

    public long pid() {
        return process.pid();
    }

    @Override
    public Set<Long> pids() throws IOException, InterruptedException {
        return Set.of(jvm().pid());
    }

    /// The JVM as this machine sees it. The first call for a container asks Docker, which takes
    /// time.
    private ProcessHandle jvm() throws IOException, InterruptedException {
        ProcessHandle known = jvm;
        if (known == null) {
            known = container == null ? process.toHandle() : container.process();
            jvm = known;
        }
        return known;
    }

    /// The CPU time of the generator so far; empty when it is gone.
    public Optional<Duration> cpuTime() {
        return process.info().totalCpuDuration();
    }

    @Override
    public int seconds() {
        return progress.seconds();
    }

    @Override
    public Progress progress() {
        return progress;
    }

    @Override
    public String endedEarly(long secondsLeft) {
        return "The load generator ended %d s early; its output is in %s."
                .formatted(secondsLeft, log.getParent());
    }

    /// The report on the last second; empty before the first one.
    public Optional<Pulse> pulse() {
        return pulse;
    }

    /// Returns when all phases have ended and the log is complete.
    ///
    /// @throws IOException when the generator failed; the message says why
    @Override
    public void awaitEnd() throws IOException, InterruptedException {
        awaitEnd(BEGIN_MAX.plus(plan.length()).plus(LAST_USERS_MAX), "Gatling ended with code %d");
    }

    /// Ends the load early and in order: no further user begins, requests in progress still get
    /// their answers, and the log is completed.
    public void stop() throws IOException {
        send("stop");
    }

    /// Writes Gatling's HTML pages from the log of an ended load.
    ///
    /// @return the first page
    public Path writePages() throws IOException, InterruptedException {
        Path pages = LoadLog.gatlingFolder(folder);
        run = new Run();
        send("pages\t" + folder.toAbsolutePath() + "\t" + pages.getFileName());
        awaitEnd(PAGES_MAX, "Gatling's pages were not written (code %d)");
        return pages.resolve("index.html");
    }

    /// Ends the process, even during a load. The log written so far is kept.
    @Override
    public void close() {
        try {
            commands.close();
            if (!process.waitFor(CLOSE_MAX.toSeconds(), TimeUnit.SECONDS)) {
                process.destroyForcibly();
                if (container != null) {
                    container.remove();
                }
            }
        } catch (IOException _) {
            // Its standard input cannot be closed: it is gone or does not read.
            process.destroyForcibly();
        } catch (InterruptedException _) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }

    private void awaitEnd(Duration max, String failure) throws IOException, InterruptedException {
        int code = await(run.ended(), max, "end");
        if (code != 0) {
            throw new IOException("%s; see %s.".formatted(failure.formatted(code), log));
        }
    }

    private void send(String command) throws IOException {
        commands.write(command);
        commands.newLine();
        commands.flush();
    }

    private <T> T await(CompletableFuture<T> future, Duration max, String what)
            throws IOException, InterruptedException {
        try {
            return future.get(max.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException _) {
            throw new IOException(
                    "The load generator did not %s within %d s; the end of its log:%n%s"
                            .formatted(what, max.toSeconds(), tail()));
        } catch (ExecutionException e) {
            Throwable cause = Objects.requireNonNullElse(e.getCause(), e);
            throw new IOException(cause.getMessage(), cause);
        }
    }

    private void listen() {
        try (BufferedReader output = process.inputReader(StandardCharsets.UTF_8);
                BufferedWriter copy = Files.newBufferedWriter(log)) {
            for (String line = output.readLine(); line != null; line = output.readLine()) {
                copy.write(line);
                copy.newLine();
                copy.flush();
                if (line.startsWith(Generator.MARK)) {
                    understand(line.substring(Generator.MARK.length()).split(" ", -1));
                }
            }
            fail(
                    new IOException(
                            "The load generator ended; the end of its log:%n%s".formatted(tail())));
        } catch (IOException e) {
            fail(e);
        } catch (RuntimeException e) {
            fail(new IOException("The load generator sent an unknown message: " + e, e));
        }
    }

    private void understand(String[] words) throws IOException {
        switch (words[0]) {
            case "began" -> run.began().complete(Instant.ofEpochMilli(Long.parseLong(words[1])));
            case "pulse" -> {
                Pulse last =
                        new Pulse(
                                Long.parseLong(words[1]),
                                Long.parseLong(words[2]),
                                Long.parseLong(words[3]));
                pulse = Optional.of(last);
                progress = progress.and(last);
            }
            case "ended" -> {
                // A waiting thread may start the next run as soon as this one has ended.
                Run ending = run;
                ending.began()
                        .completeExceptionally(
                                new IOException(
                                        "The load generator ended before its first request; the end of its log:%n%s"
                                                .formatted(tail())));
                ending.ended().complete(Integer.parseInt(words[1]));
            }
            default ->
                    throw new IOException(
                            "The load generator sent an unknown message: "
                                    + String.join(" ", words));
        }
    }

    private void fail(IOException reason) {
        run.began().completeExceptionally(reason);
        run.ended().completeExceptionally(reason);
    }

    private String tail() throws IOException {
        List<String> lines =
                Files.readAllLines(log).stream()
                        .filter(line -> !line.startsWith(Generator.MARK))
                        .toList();
        return String.join(
                "\n", lines.subList(Math.max(0, lines.size() - LOG_TAIL_LINES), lines.size()));
    }
}
