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

/// The folder of recordings: `profile-20261120-215130-042.jfr`, at most so many.
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

    /// Makes room, and returns the file of a new recording; it does not exist yet.
    Path next(Instant now) throws IOException {
        Files.createDirectories(folder);
        List<Path> kept = recordings();
        for (int i = 0; i <= kept.size() - recordingsMax; i++) {
            Files.deleteIfExists(kept.get(i));
        }
        return folder.resolve(NAMING.format(now));
    }

    /// @param name as a caller says it; anything but the name of a recording finds nothing
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
