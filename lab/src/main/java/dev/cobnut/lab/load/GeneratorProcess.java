package dev.cobnut.lab.load;

import dev.cobnut.lab.generator.Assignment;
import dev.cobnut.lab.generator.Generator;
import dev.cobnut.lab.generator.LoadSimulation;
import dev.cobnut.lab.generator.NoPreferences;
import dev.cobnut.lab.service.Container;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/// The JVM of the generator ([Generator]). It receives commands line by line.
///
/// One thread sends commands; any thread may query. The JVM ends when this process ends for any
/// reason.
final class GeneratorProcess implements AutoCloseable {

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
                    "-Dgatling.http.requestTimeout=" + LoadProcess.ANSWER_MAX.toMillis(),
                    "-Djava.util.prefs.PreferencesFactory=" + NoPreferences.class.getName(),
                    "-Dlogback.configurationFile=dev/cobnut/lab/generator/generator-logback.xml");

    private static final int LOG_TAIL_LINES = 8;
    private static final Duration CLOSE_MAX = Duration.ofSeconds(10);

    private final Process process;
    private final @Nullable Container container;
    private final Path log;
    private final BufferedWriter commands;
    private @Nullable ProcessHandle jvm;
    private volatile Run run = new Run();
    private volatile Optional<LoadProcess.Pulse> pulse = Optional.empty();
    private volatile LoadProcess.Progress progress = new LoadProcess.Progress(0, 0);

    private record Run(CompletableFuture<Instant> began, CompletableFuture<Integer> ended) {

        Run() {
            this(new CompletableFuture<>(), new CompletableFuture<>());
        }
    }

    private GeneratorProcess(Process process, @Nullable Container container, Path log) {
        this.process = process;
        this.container = container;
        this.log = log;
        this.commands = process.outputWriter(StandardCharsets.UTF_8);
    }

    /// @param simulation the one that it will run
    /// @param log receives the generator's output
    static GeneratorProcess start(LoadSimulation simulation, GeneratorHost host, Path log)
            throws IOException {
        List<String> words = new ArrayList<>(host.java());
        words.addAll(JVM_FLAGS);
        List<String> classPath = new ArrayList<>(simulation.classPath());
        classPath.add(host.classPath());
        words.addAll(
                List.of(
                        "-cp",
                        String.join(File.pathSeparator, classPath),
                        Generator.class.getName()));
        Process process = new ProcessBuilder(words).redirectErrorStream(true).start();
        GeneratorProcess generator = new GeneratorProcess(process, host.container(), log);
        Thread.ofPlatform().daemon().name("generator-output").start(generator::listen);
        return generator;
    }

    /// Starts a run. The previous run must have ended.
    ///
    /// @param folder receives the assignment and Gatling's log
    void run(Assignment assignment, Path folder) throws IOException {
        Files.createDirectories(folder);
        assignment.write(folder);
        run = new Run();
        progress = new LoadProcess.Progress(0, 0);
        send("run\t" + folder.toAbsolutePath());
    }

    /// Lets Gatling write its pages from the log of an ended run.
    void writePages(Path folder) throws IOException {
        run = new Run();
        send(
                "pages\t"
                        + folder.toAbsolutePath()
                        + "\t"
                        + LoadLog.gatlingFolder(folder).getFileName());
    }

    /// Ends the run early. Requests in progress still get their answers.
    void stop() throws IOException {
        send("stop");
    }

    Instant awaitBegin(Duration max) throws IOException, InterruptedException {
        return await(run.began(), max, "begin");
    }

    /// @return Gatling's exit code
    int awaitEnd(Duration max) throws IOException, InterruptedException {
        return await(run.ended(), max, "end");
    }

    boolean isRunning() {
        return process.isAlive() && !run.ended().isDone();
    }

    boolean hasFailed() {
        CompletableFuture<Integer> ended = run.ended();
        return !process.isAlive()
                || (ended.isDone() && (ended.isCompletedExceptionally() || ended.join() != 0));
    }

    LoadProcess.Progress progress() {
        return progress;
    }

    Optional<LoadProcess.Pulse> pulse() {
        return pulse;
    }

    long pid() {
        return process.pid();
    }

    /// The JVM as this machine sees it. The first call for a container asks Docker, which takes
    /// time.
    ProcessHandle jvm() throws IOException, InterruptedException {
        ProcessHandle known = jvm;
        if (known == null) {
            known = container == null ? process.toHandle() : container.process();
            jvm = known;
        }
        return known;
    }

    /// The CPU time of the process so far; empty when the process is gone.
    Optional<Duration> cpuTime() {
        return process.info().totalCpuDuration();
    }

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
                LoadProcess.Pulse last =
                        new LoadProcess.Pulse(
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
