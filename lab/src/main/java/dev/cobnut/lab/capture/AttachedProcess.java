package dev.cobnut.lab.capture;

import com.sun.tools.attach.AgentInitializationException;
import com.sun.tools.attach.AgentLoadException;
import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import dev.cobnut.lab.plan.SessionPlan;
import dev.cobnut.lab.stacks.ProfileEvent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/// Records another JVM: loads async-profiler into it through the JDK's attach mechanism.
///
/// The process reads the library and writes the recording itself, with its own rights and in its
/// own file system. Both files are therefore in a folder that belongs to it ([SharedFolder]).
final class AttachedProcess implements ProfileRecorder {

    private static final Duration CHUNK = Duration.ofSeconds(30);

    private final ProcessHandle process;
    private final VirtualMachine machine;
    private final SharedFolder folder;
    private @Nullable Counters atStart;

    private record Counters(long nanoTime, @Nullable Long cpuNanos, GcCounters gc) {}

    private AttachedProcess(ProcessHandle process, VirtualMachine machine, SharedFolder folder) {
        this.process = process;
        this.machine = machine;
        this.folder = folder;
    }

    /// @throws ProfilerException when there is no such process, or it refuses to be attached to
    static AttachedProcess of(long pid) throws IOException {
        ProcessHandle process =
                ProcessHandle.of(pid)
                        .filter(ProcessHandle::isAlive)
                        .orElseThrow(
                                () -> new ProfilerException("There is no process " + pid + "."));
        if (pid == ProcessHandle.current().pid()) {
            throw new ProfilerException("Process " + pid + " is this process.");
        }
        requireSameUser(process);
        VirtualMachine machine;
        try {
            machine = VirtualMachine.attach(Long.toString(pid));
        } catch (AttachNotSupportedException | IOException e) {
            throw new ProfilerException(
                    "Process "
                            + pid
                            + " is not a JVM that can be attached to ("
                            + e.getMessage()
                            + "): it must run on HotSpot, as the same user, without -XX:+DisableAttachMechanism.",
                    e);
        }
        try {
            return new AttachedProcess(process, machine, SharedFolder.with(pid));
        } catch (IOException e) {
            machine.detach();
            throw e;
        }
    }

    private static void requireSameUser(ProcessHandle process) throws ProfilerException {
        String own = ProcessHandle.current().info().user().orElse("");
        String other = process.info().user().orElse("");
        if (!own.equals("root") && !own.equals(other)) {
            throw new ProfilerException(
                    "Process %d belongs to %s, and this process to %s: run the command as that user or as root."
                            .formatted(
                                    process.pid(), other.isEmpty() ? "another user" : other, own));
        }
    }

    @Override
    public Optional<String> begin(
            SessionPlan.Capture intervals, Set<ProfileEvent> events, Engine engine)
            throws IOException {
        List<String> words = new ArrayList<>(List.of("start"));
        if (events.contains(ProfileEvent.CPU)) {
            words.add("event=" + engine.id());
            words.add("interval=" + intervals.cpu().toNanos());
        }
        if (events.contains(ProfileEvent.ALLOC)) {
            words.add("alloc=" + intervals.alloc());
        }
        if (events.contains(ProfileEvent.WALL)) {
            words.add("wall=" + intervals.wall().toNanos());
        }
        if (events.contains(ProfileEvent.LOCK)) {
            words.add("lock=" + intervals.lock().toNanos());
        }
        words.add("chunktime=" + CHUNK.toSeconds());
        words.add("jfr");
        words.add("file=" + folder.recordingThere());
        command(String.join(",", words));
        atStart = counters();
        return Optional.empty();
    }

    @Override
    public boolean awaitWhileAlive(Duration length) throws InterruptedException {
        try {
            process.onExit().get(length.toMillis(), TimeUnit.MILLISECONDS);
            return false;
        } catch (TimeoutException _) {
            return true;
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public Taken end(Path recording) throws IOException {
        Counters before = atStart;
        if (before == null) {
            throw new IllegalStateException("The recording was not started.");
        }
        Counters now = counters();
        command("stop,jfr,file=" + folder.recordingThere());
        atStart = null;
        Files.copy(folder.recordingHere(), recording, StandardCopyOption.REPLACE_EXISTING);
        return new Taken(
                (now.nanoTime - before.nanoTime) / 1e9,
                null,
                difference(before.cpuNanos, now.cpuNanos),
                null,
                difference(before.gc.count(), now.gc.count()),
                difference(before.gc.millis(), now.gc.millis()),
                "request");
    }

    @Override
    public boolean salvage(Path recording) throws IOException {
        atStart = null;
        try {
            Files.copy(folder.recordingHere(), recording, StandardCopyOption.REPLACE_EXISTING);
            return true;
        } catch (NoSuchFileException _) {
            return false;
        }
    }

    /// Stops the profiler when the process still lives.
    @Override
    public void close() throws IOException {
        try {
            if (atStart != null && process.isAlive()) {
                atStart = null;
                command("stop");
            }
        } finally {
            machine.detach();
            folder.remove();
        }
    }

    private void command(String options) throws ProfilerException {
        try {
            machine.loadAgentPath(folder.libraryThere(), options + ",log=" + folder.logThere());
        } catch (AgentInitializationException e) {
            throw new ProfilerException(
                    "The profiler in process %d refused: %s."
                            .formatted(process.pid(), folder.lastOfLog(e.returnValue())),
                    e);
        } catch (AgentLoadException | IOException e) {
            throw new ProfilerException(
                    process.isAlive()
                            ? "Process %d does not load the profiler: %s."
                                    .formatted(process.pid(), e.getMessage())
                            : "Process %d has ended.".formatted(process.pid()),
                    e);
        }
    }

    private Counters counters() {
        return new Counters(
                System.nanoTime(),
                process.info().totalCpuDuration().map(Duration::toNanos).orElse(null),
                GcCounters.of(process.pid()));
    }

    private static @Nullable Long difference(@Nullable Long before, @Nullable Long now) {
        return before == null || now == null ? null : now - before;
    }

    private static @Nullable Long difference(OptionalLong before, OptionalLong now) {
        return before.isEmpty() || now.isEmpty() ? null : now.getAsLong() - before.getAsLong();
    }
}
