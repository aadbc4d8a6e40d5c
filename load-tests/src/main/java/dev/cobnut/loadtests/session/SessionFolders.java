package dev.cobnut.loadtests.session;

import dev.cobnut.loadtests.stacks.ProfileEvent;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// Where a session lives.
///
/// ```text
/// docs/sessions/<name>/session.yaml, runs.json     committed
/// docs/sessions/<name>/raw/                        not committed: RawRuns
/// flamegraphs/<name>/stacks/<window>-<event>.stacks.gz
/// ```
///
/// @param root of all sessions, by default the repository
record SessionFolders(Path root, String name) {

    private static final Path SESSIONS = Path.of("docs", "sessions");

    /// @param root null for the one that the file is in
    /// @throws SessionException when the file is not in its place below the root
    static SessionFolders of(Path sessionYaml, @Nullable Path root) throws IOException {
        Path file = sessionYaml.toAbsolutePath().normalize();
        @Nullable Path folder = file.getParent();
        @Nullable Path sessions = folder == null ? null : folder.getParent();
        if (folder == null
                || sessions == null
                || sessions.getNameCount() < 3
                || !sessions.endsWith(SESSIONS)) {
            throw new SessionException(
                    "%s is not in its place; a session is <root>/docs/sessions/<name>/session.yaml."
                            .formatted(sessionYaml));
        }
        Path above = sessions.getParent().getParent();
        if (root != null && !root.toAbsolutePath().normalize().equals(above)) {
            throw new SessionException(
                    "%s is not below the root %s; a session is <root>/docs/sessions/<name>/session.yaml."
                            .formatted(sessionYaml, root));
        }
        return new SessionFolders(above, folder.getFileName().toString());
    }

    Path session() {
        return root.resolve(SESSIONS).resolve(name);
    }

    Path raw() {
        return session().resolve("raw");
    }

    Path runs() {
        return session().resolve("runs.json");
    }

    Path stacks() {
        return root.resolve("flamegraphs").resolve(name).resolve("stacks");
    }

    /// A table of stacks, in the folder of a run or in [#stacks].
    static String fileName(String window, ProfileEvent event) {
        return window + "-" + event.id() + ".stacks.gz";
    }
}
