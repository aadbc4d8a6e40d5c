package dev.cobnut.loadtests.cluster;

import dev.cobnut.lab.service.Readiness;
import dev.cobnut.lab.service.ServiceCommand;
import dev.cobnut.lab.service.ServiceUnavailableException;
import java.io.File;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// One member, a process that can be started again. Starting does not wait for readiness, because a
/// single member does not become ready.
public final class Member {

    private static final long POLL_MS = 50;
    private static final int LOG_TAIL_LINES = 15;
    private static final Duration STOP_MAX = Duration.ofSeconds(90);

    private final int number;
    private final Around around;
    private final String address;
    private final int port;
    private final Path log;
    private final Readiness readiness;
    private volatile ServiceCommand command;
    private volatile Process process;

    /// What stands around the command of the service.
    ///
    /// @param prefix program and arguments that run the command
    /// @param arguments of the service
    record Around(List<String> prefix, List<String> arguments) {

        private List<String> words(ServiceCommand command) {
            List<String> words = new ArrayList<>(prefix);
            words.addAll(command.words());
            words.addAll(arguments);
            return words;
        }
    }

    private Member(
            int number,
            ServiceCommand command,
            Around around,
            String address,
            int port,
            Path log,
            Process process) {
        this.number = number;
        this.command = command;
        this.around = around;
        this.address = address;
        this.port = port;
        this.log = log;
        this.process = process;
        this.readiness = new Readiness(uri());
    }

    static Member start(
            int number, ServiceCommand command, Around around, String address, int port, Path log)
            throws IOException {
        Process process = launch(around.words(command), log);
        return new Member(number, command, around, address, port, log, process);
    }

    private static Process launch(List<String> words, Path log) throws IOException {
        Process process =
                new ProcessBuilder(words)
                        .redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
                        .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
                        .start();
        Runtime.getRuntime()
                .addShutdownHook(
                        new Thread(process::destroyForcibly, "kill-member-" + process.pid()));
        return process;
    }

    public int number() {
        return number;
    }

    public URI uri() {
        return URI.create("http://" + address + ":" + port);
    }

    public InetSocketAddress address() {
        return new InetSocketAddress(address, port);
    }

    public boolean isReady() {
        return readiness.isReady();
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    /// User and system CPU time so far.
    public Duration cpuTime() {
        return process.info()
                .totalCpuDuration()
                .orElseThrow(() ->
                        new IllegalStateException("The process has ended; it has no CPU time"));
    }

    /// @throws ServiceUnavailableException when the member has ended or is not ready in time
    public void awaitReady(Duration most) throws IOException, InterruptedException {
        long deadline = System.nanoTime() + most.toNanos();
        while (System.nanoTime() < deadline) {
            if (process.waitFor(POLL_MS, TimeUnit.MILLISECONDS)) {
                throw new ServiceUnavailableException(
                        "Member " + number + " ended; the end of its log:\n" + logTail());
            }
            if (isReady()) {
                return;
            }
        }
        throw new ServiceUnavailableException(
                "Member "
                        + number
                        + " was not ready within "
                        + most.toSeconds()
                        + " s; the end of its log:\n"
                        + logTail());
    }

    /// Sends SIGKILL and returns when the process has ended.
    void kill9() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    /// Sends SIGTERM and returns when the process has ended.
    ///
    /// @throws ServiceUnavailableException when the process does not end in time; it is then killed
    void stop() throws IOException, InterruptedException {
        process.destroy();
        if (!process.waitFor(STOP_MAX.toSeconds(), TimeUnit.SECONDS)) {
            kill9();
            throw new ServiceUnavailableException(
                    "Member " + number + " did not stop; the end of its log:\n" + logTail());
        }
    }

    /// Starts the member again, after [#kill9] or [#stop].
    void restart() throws IOException {
        process = launch(around.words(command), log);
    }

    /// Starts the member with another build, after [#kill9] or [#stop].
    void restart(ServiceCommand other) throws IOException {
        command = other;
        restart();
    }

    String logTail() throws IOException {
        List<String> lines = Files.readAllLines(log);
        return String.join(
                "\n", lines.subList(Math.max(0, lines.size() - LOG_TAIL_LINES), lines.size()));
    }
}
