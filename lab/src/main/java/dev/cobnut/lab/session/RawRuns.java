package dev.cobnut.lab.session;

import dev.cobnut.lab.measurement.Run;
import dev.cobnut.lab.session.Subject.Sustained;
import dev.cobnut.lab.stacks.ProfileEvent;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// The folder `raw` of a session with the measurements so far. One process uses it at a time.
///
/// ```text
/// raw/session.json          identity of the measurement: parts of the plan and of the variants, by name
/// raw/jars/                 copies of the variants' jars
/// raw/knee.json, knee/      the knee, when it was searched, and the logs of the sweep
/// raw/<run>/run.json        written last: a run without it is not complete
/// raw/<run>/<window>-<event>.stacks.gz, service.log, load-<n>/
/// raw/<run>-failed-<n>/     a failed attempt, with failure.txt
/// ```
final class RawRuns implements AutoCloseable {

    private static final String LOCK = "lock";
    private static final String JARS = "jars";

    private final Path raw;
    private final FileChannel lockFile;

    private RawRuns(Path raw, FileChannel lockFile) {
        this.raw = raw;
        this.lockFile = lockFile;
    }

    /// @throws SessionException when another process uses the folder
    static RawRuns open(Path raw) throws IOException {
        Files.createDirectories(raw);
        FileChannel channel =
                FileChannel.open(
                        raw.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        if (!locked(channel)) {
            channel.close();
            throw new SessionException(
                    "Another process is measuring this session: it holds %s."
                            .formatted(raw.resolve(LOCK)));
        }
        return new RawRuns(raw, channel);
    }

    /// @param measured identity of the measurement, by the name of the part
    /// @param fresh true to remove earlier measurements
    /// @throws SessionException when the folder contains another measurement
    void begin(Map<String, String> measured, boolean fresh) throws IOException {
        if (fresh) {
            clear();
        }
        check(measured);
    }

    /// The folder with copies of the variants' jars.
    Path jars() {
        return raw.resolve(JARS);
    }

    /// The file of a window's stacks in the folder of a run.
    static Path stacks(Path folder, String window, ProfileEvent event) {
        return folder.resolve("%s-%s.stacks.gz".formatted(window, event.id()));
    }

    /// A completely measured run.
    Optional<Run> find(String id) throws IOException {
        Path file = folder(id).resolve("run.json");
        return Files.exists(file) ? Optional.of(JsonFiles.read(file, Run.class)) : Optional.empty();
    }

    /// Creates an empty folder for a run and removes the files of an interrupted attempt.
    Path begin(String id) throws IOException {
        Folders.remove(folder(id));
        return Files.createDirectories(folder(id));
    }

    void complete(Run run) throws IOException {
        JsonFiles.write(folder(run.id()).resolve("run.json"), run);
    }

    /// Keeps the files of a failed attempt.
    ///
    /// @return their folder
    Path failed(String id, String sentence) throws IOException {
        Files.writeString(folder(id).resolve("failure.txt"), sentence + "\n");
        int n = 1;
        while (Files.exists(raw.resolve(id + "-failed-" + n))) {
            n++;
        }
        return Files.move(folder(id), raw.resolve(id + "-failed-" + n));
    }

    Optional<Sustained> knee() throws IOException {
        Path file = raw.resolve("knee.json");
        return Files.exists(file)
                ? Optional.of(JsonFiles.read(file, Sustained.class))
                : Optional.empty();
    }

    void knee(Sustained knee) throws IOException {
        JsonFiles.write(raw.resolve("knee.json"), knee);
    }

    Path folder(String name) {
        return raw.resolve(name);
    }

    /// Releases the folder for other processes.
    @Override
    public void close() throws IOException {
        lockFile.close();
    }

    private static boolean locked(FileChannel channel) throws IOException {
        try {
            @Nullable FileLock lock = channel.tryLock();
            return lock != null;
        } catch (OverlappingFileLockException _) {
            return false;
        }
    }

    private void clear() throws IOException {
        List<Path> content;
        try (var files = Files.list(raw)) {
            content = files.toList();
        }
        for (Path path : content) {
            if (!path.endsWith(LOCK) && !path.endsWith(JARS)) {
                Folders.remove(path);
            }
        }
    }

    private void check(Map<String, String> measured) throws IOException {
        Path file = raw.resolve("session.json");
        if (!Files.exists(file)) {
            JsonFiles.write(file, new TreeMap<>(measured));
            return;
        }
        @SuppressWarnings("unchecked")
        Map<String, String> before = JsonFiles.read(file, Map.class);
        Set<String> parts = new TreeSet<>(measured.keySet());
        parts.addAll(before.keySet());
        parts.removeIf(part -> Objects.equals(measured.get(part), before.get(part)));
        if (!parts.isEmpty()) {
            throw new SessionException(
                    "The runs in %s were measured with another %s; --fresh removes them and starts again."
                            .formatted(raw, String.join(", ", parts)));
        }
    }
}
