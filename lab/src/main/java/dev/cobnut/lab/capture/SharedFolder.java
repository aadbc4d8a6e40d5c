package dev.cobnut.lab.capture;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.stream.Stream;
import one.profiler.AsyncProfiler;

/// A temporary folder of another process: the same files under its path and under ours.
///
/// ```text
/// there   /tmp/cobnut-profile-…              as the process sees it
/// here    /proc/<pid>/root/tmp/cobnut-…      as we do, when it has a file system of its own (a container)
/// ```
final class SharedFolder {

    private static final String LIBRARY = "libasyncProfiler.so";
    private static final String RECORDING = "recording.jfr";
    private static final String LOG = "profiler.log";

    private final Path there;
    private final Path here;

    private SharedFolder(Path there, Path here) {
        this.there = there;
        this.here = here;
    }

    static SharedFolder with(long pid) throws IOException {
        Path there = Path.of("/tmp", "cobnut-profile-" + UUID.randomUUID());
        SharedFolder folder =
                new SharedFolder(there, root(pid).resolve(there.toString().substring(1)));
        try {
            folder.create(pid);
            return folder;
        } catch (IOException e) {
            throw new ProfilerException(
                    "A folder for process %d cannot be created in its /tmp: %s."
                            .formatted(pid, e.getMessage()),
                    e);
        }
    }

    private static Path root(long pid) throws IOException {
        Path root = Path.of("/proc", Long.toString(pid), "root");
        return Files.exists(root) && !Files.isSameFile(root, Path.of("/")) ? root : Path.of("/");
    }

    private void create(long pid) throws IOException {
        Files.createDirectory(
                here,
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        Path library = here.resolve(LIBRARY);
        try (InputStream in = AsyncProfiler.class.getResourceAsStream(resource())) {
            if (in == null) {
                throw new ProfilerException(
                        "async-profiler has no library for %s on %s."
                                .formatted(
                                        System.getProperty("os.name"),
                                        System.getProperty("os.arch")));
            }
            Files.copy(in, library);
        }
        Files.setPosixFilePermissions(library, PosixFilePermissions.fromString("r-xr-xr-x"));
        Path process = Path.of("/proc", Long.toString(pid));
        if (Files.exists(process)) {
            UserPrincipal owner = Files.getOwner(process);
            if (!owner.equals(Files.getOwner(here))) {
                Files.setOwner(library, owner);
                Files.setOwner(here, owner);
            }
        }
    }

    private static String resource() {
        boolean mac = System.getProperty("os.name", "").toLowerCase(Locale.ROOT).contains("mac");
        boolean arm = System.getProperty("os.arch", "").equals("aarch64");
        return "/" + (mac ? "macos" : arm ? "linux-arm64" : "linux-x64") + "/" + LIBRARY;
    }

    String libraryThere() {
        return there.resolve(LIBRARY).toString();
    }

    String recordingThere() {
        return there.resolve(RECORDING).toString();
    }

    Path recordingHere() {
        return here.resolve(RECORDING);
    }

    String logThere() {
        return there.resolve(LOG).toString();
    }

    /// The last message of the profiler without its end mark, or the code when there is no message.
    String lastOfLog(int code) {
        try {
            List<String> lines =
                    Files.readAllLines(here.resolve(LOG)).stream()
                            .filter(line -> !line.isBlank())
                            .toList();
            return lines.isEmpty()
                    ? "code " + code
                    : lines.getLast().replaceFirst("^\\[\\w+] ", "").replaceFirst("\\.$", "");
        } catch (IOException _) {
            return "code " + code;
        }
    }

    void remove() throws IOException {
        List<Path> files;
        try (Stream<Path> list = Files.list(here)) {
            files = list.toList();
        } catch (FileSystemException _) {
            return; // the container is gone with its files
        }
        for (Path file : files) {
            Files.deleteIfExists(file);
        }
        Files.deleteIfExists(here);
    }
}
