package dev.cobnut.lab.session;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// The git repository that variants are built from.
///
/// @param home its folder
/// @param sources files and folders of the service; changes elsewhere do not create another variant
record SourceRepository(Path home, List<String> sources) {

    private static final Duration GIT_MAX = Duration.ofMinutes(2);

    /// The commit of the working tree, with `+` when the service's sources have changed since;
    /// `unknown` without git.
    String workingTree() throws IOException, InterruptedException {
        ExternalProgram head = git("rev-parse", "HEAD");
        if (head.exitCode() != 0) {
            return "unknown";
        }
        List<String> status = new ArrayList<>(List.of("status", "--porcelain", "--"));
        status.addAll(sources);
        return head.output().strip()
                + (git(status.toArray(String[]::new)).output().isBlank() ? "" : "+");
    }

    /// @param ref commit, tag or branch
    /// @throws SessionException when there is no such ref
    String commit(String ref) throws IOException, InterruptedException {
        ExternalProgram commit = git("rev-parse", "--verify", "--quiet", ref + "^{commit}");
        if (commit.exitCode() != 0) {
            throw new SessionException(
                    "There is no commit, tag or branch '%s' in %s; git log and git branch list them."
                            .formatted(ref, home));
        }
        return commit.output().strip();
    }

    /// Checks a commit out into a separate folder.
    void checkOut(String commit, Path folder) throws IOException, InterruptedException {
        removeCheckOut(folder);
        ExternalProgram added =
                git("worktree", "add", "--force", "--detach", folder.toString(), commit);
        if (added.exitCode() != 0) {
            throw new SessionException(
                    "%s cannot be checked out into %s:%n%s"
                            .formatted(commit, folder, added.tail()));
        }
    }

    /// Removes such a folder and its entry in git.
    void removeCheckOut(Path folder) throws IOException, InterruptedException {
        git("worktree", "remove", "--force", folder.toString());
        Folders.remove(folder);
        git("worktree", "prune");
    }

    private ExternalProgram git(String... arguments) throws IOException, InterruptedException {
        List<String> words = new ArrayList<>(List.of("git"));
        words.addAll(List.of(arguments));
        Path output = Files.createTempFile("cobnut-git-", ".log");
        try {
            return ExternalProgram.run(words, home, Map.of(), output, GIT_MAX);
        } finally {
            Files.delete(output);
        }
    }
}
