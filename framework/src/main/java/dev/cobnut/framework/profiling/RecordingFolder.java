package dev.cobnut.framework.profiling;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// The folder of recordings. A file is named `profile-20261120-215130-042.jfr`; the oldest files
/// are deleted when there are more than `recordingsMax`.
final class RecordingFolder {

    private static final Pattern NAME = Pattern.compile("profile-\\d{8}-\\d{6}-\\d{3}\\.jfr");
    private static final DateTimeFormatter NAMING =
            DateTimeFormatter.ofPattern("'profile-'yyyyMMdd-HHmmss-SSS'.jfr'")
                    .withZone(ZoneOffset.UTC);

    private final Path folder;
    private final int recordingsMax;

    RecordingFolder(Path folder, int recordingsMax) {
        this.folder = folder.toAbsolutePath().normalize();
        this.recordingsMax = recordingsMax;
    }

    /// Deletes the oldest recordings to make room and returns the path of a new one. The file does
    /// not exist yet.
    Path next(Instant now) throws IOException {
        Files.createDirectories(folder);
        List<Path> kept = recordings();
        for (int i = 0; i <= kept.size() - recordingsMax; i++) {
            Files.deleteIfExists(kept.get(i));
        }
        return folder.resolve(NAMING.format(now));
    }

    /// @param name as the caller gave it; anything but the name of a recording finds nothing
    Optional<Path> find(String name) {
        return NAME.matcher(name).matches() && Files.isRegularFile(folder.resolve(name))
                ? Optional.of(folder.resolve(name))
                : Optional.empty();
    }

    /// Oldest first.
    private List<Path> recordings() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> NAME.matcher(file.getFileName().toString()).matches())
                    .sorted()
                    .toList();
        }
    }
}
