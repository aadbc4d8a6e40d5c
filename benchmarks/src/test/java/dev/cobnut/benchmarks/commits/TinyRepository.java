package dev.cobnut.benchmarks.commits;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// A repository with one file. The benchmark prints the content of the file.
final class TinyRepository {

    private final Path folder;

    TinyRepository(Path folder) throws IOException, InterruptedException {
        this.folder = folder;
        String _ = git("init", "--quiet", "--initial-branch=main");
    }

    /// @param cost what the benchmark prints; nothing for a commit that it fails at
    /// @return the commit's hash
    String commit(String message, String cost) throws IOException, InterruptedException {
        Files.writeString(folder.resolve("cost"), cost);
        Files.writeString(folder.resolve("message"), message);
        String _ = git("add", "--all");
        String _ = git("commit", "--quiet", "--message", message);
        return git("rev-parse", "HEAD").strip();
    }

    /// Adds a file to the next commit.
    void write(String name, String content) throws IOException {
        Path file = Files.writeString(folder.resolve(name), content);
        if (content.startsWith("#!") && !file.toFile().setExecutable(true)) {
            throw new IOException(file + " cannot be made executable");
        }
    }

    int worktrees() throws IOException, InterruptedException {
        return (int) git("worktree", "list").lines().count();
    }

    String git(String... arguments) throws IOException, InterruptedException {
        List<String> command =
                new ArrayList<>(
                        List.of(
                                "git",
                                "-c",
                                "user.name=Test",
                                "-c",
                                "user.email=test@localhost",
                                "-c",
                                "commit.gpgsign=false"));
        command.addAll(List.of(arguments));
        Process process =
                new ProcessBuilder(command)
                        .directory(folder.toFile())
                        .redirectErrorStream(true)
                        .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new IOException(command + ": " + output);
        }
        return output;
    }
}
