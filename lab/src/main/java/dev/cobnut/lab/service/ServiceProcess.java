package dev.cobnut.lab.service;

import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// A running service: one process, one loopback port, one data folder, one log file.
///
/// Any thread may call it. [#kill9] and [#stop] end the process once; later calls find it ended.
public final class ServiceProcess implements AutoCloseable {

    /// The interval between readiness checks of a starting service.
    private static final long READY_POLL_MS = 20;

    /// Longest time of an orderly stop; a longer one is a failure.
    public static final Duration STOP_MAX = Duration.ofSeconds(30);

    private static final int LOG_TAIL_LINES = 15;

    private final Process process;
    private final ProcessHandle jvm;
    private final @Nullable Container container;
    private final int port;
    private final Path log;
    private final Duration startToReady;
    private final ChildProcess child;

    private ServiceProcess(
            Process process,
            ProcessHandle jvm,
            @Nullable Container container,
            int port,
            Path log,
            Duration startToReady,
            ChildProcess child) {
        this.process = process;
        this.jvm = jvm;
        this.container = container;
        this.port = port;
        this.log = log;
        this.startToReady = startToReady;
        this.child = child;
    }

    /// Starts the service on a free loopback port and returns when it is ready.
    ///
    /// @param data its data folder; created when missing
    /// @param log receives the service's output at its end
    /// @throws ServiceUnavailableException when the service ended or was not ready in time; it is
    ///   then killed
    public static ServiceProcess start(
            ServiceCommand command, Path data, Path log, Duration readyMax)
            throws IOException, InterruptedException {
        Files.createDirectories(data);
        int port = FreePort.next();
        long startNanos = System.nanoTime();
        ChildProcess child = new ChildProcess();
        Process process =
                child.start(
                        new ProcessBuilder(command.words(port, data))
                                .redirectErrorStream(true)
                                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
                                .redirectInput(
                                        ProcessBuilder.Redirect.from(new File("/dev/null"))));
        @Nullable Container container = command.contract().container();
        boolean ready = false;
        try {
            Readiness readiness =
                    new Readiness(
                            URI.create("http://127.0.0.1:" + port), command.contract().readyPath());
            ready = awaitReady(process, readiness, startNanos + readyMax.toNanos());
        } finally {
            if (!ready) {
                process.destroyForcibly().waitFor();
                child.release();
                if (container != null) {
                    container.remove();
                }
            }
        }
        if (!ready) {
            throw new ServiceUnavailableException(
                    "The service was not ready within %d s; the end of its log:%n%s"
                            .formatted(readyMax.toSeconds(), tail(log)));
        }
        Duration took = Duration.ofNanos(System.nanoTime() - startNanos);
        ProcessHandle jvm = container == null ? process.toHandle() : container.process();
        return new ServiceProcess(process, jvm, container, port, log, took, child);
    }

    public URI uri() {
        return URI.create("http://127.0.0.1:" + port);
    }

    public InetSocketAddress address() {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    }

    /// The time from the start of the process to its first "ready" answer.
    public Duration startToReady() {
        return startToReady;
    }

    /// Of the JVM, as this machine sees it.
    public long pid() {
        return jvm.pid();
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    public Path log() {
        return log;
    }

    /// The last lines of its output.
    public String logTail() throws IOException {
        return tail(log);
    }

    /// User and system time so far. On Linux it comes from `/proc/<pid>/stat` in steps of 10 ms.
    public Duration cpuTime() {
        return jvm.info()
                .totalCpuDuration()
                .orElseThrow(() -> new IllegalStateException("CPU time of an ended process"));
    }

    /// Resident memory; empty where there is no `/proc`.
    public OptionalLong residentBytes() throws IOException {
        Path status = Path.of("/proc", Long.toString(jvm.pid()), "status");
        if (!Files.isReadable(status)) {
            return OptionalLong.empty();
        }
        return Files.readAllLines(status).stream()
                .filter(line -> line.startsWith("VmRSS:"))
                .mapToLong(line -> 1024 * Long.parseLong(line.replaceAll("[^0-9]", "")))
                .findFirst();
    }

    /// Sends SIGKILL and returns when the process is gone.
    public void kill9() throws InterruptedException {
        jvm.destroyForcibly();
        process.destroyForcibly().waitFor();
        child.release();
    }

    /// Sends SIGTERM and returns when the process is gone.
    ///
    /// @return its exit code
    /// @throws ServiceUnavailableException when it did not stop in time and was killed
    public int stop() throws IOException, InterruptedException {
        if (container == null) {
            process.destroy();
        } else {
            container.stop(STOP_MAX);
        }
        if (!process.waitFor(STOP_MAX.toSeconds(), TimeUnit.SECONDS)) {
            kill9();
            throw new ServiceUnavailableException(
                    "The service did not stop within %d s and was killed; the end of its log:%n%s"
                            .formatted(STOP_MAX.toSeconds(), tail(log)));
        }
        child.release();
        return process.exitValue();
    }

    @Override
    public void close() throws IOException {
        if (!process.isAlive()) {
            return;
        }
        try {
            int exitCode = stop();
            if (exitCode != 0 && exitCode != 143) {
                throw new ServiceUnavailableException("The service stopped with " + exitCode);
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }

    private static boolean awaitReady(Process process, Readiness readiness, long deadlineNanos)
            throws InterruptedException {
        while (System.nanoTime() < deadlineNanos) {
            if (process.waitFor(READY_POLL_MS, TimeUnit.MILLISECONDS)) {
                return false;
            }
            if (readiness.isReady()) {
                return true;
            }
        }
        return false;
    }

    private static String tail(Path log) throws IOException {
        List<String> lines = Files.readAllLines(log);
        return String.join(
                "\n", lines.subList(Math.max(0, lines.size() - LOG_TAIL_LINES), lines.size()));
    }
}
