package dev.cobnut.benchmarks.commits;

import dev.cobnut.benchmarks.history.InvalidInputException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// The git commands that a bisection needs, for one repository.
final class Git {

    private final Path repository;

    Git(Path repository) {
        this.repository = repository;
    }

    /// A checkout of one commit, in a worktree that is removed at the end.
    final class Checkout implements AutoCloseable {

        private final Path holder;
        private final Path folder;

        private Checkout(Path holder) {
            this.holder = holder;
            this.folder = holder.resolve("sources");
        }

        Path folder() {
            return folder;
        }

        @Override
        public void close() throws IOException {
            try {
                git("worktree", "remove", "--force", folder.toString());
                Files.delete(holder);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IOException("Interrupted while removing " + folder, e);
            }
        }
    }

    /// @throws InvalidInputException when there is no such commit
    String commit(String name) throws IOException, InterruptedException {
        try {
            return git("rev-parse", "--verify", "--quiet", "--end-of-options", name + "^{commit}")
                    .strip();
        } catch (InvalidInputException e) {
            throw new InvalidInputException(
                    "'%s' is not a commit of %s.".formatted(name, repository), e);
        }
    }

    /// The chain of first parents after `good` up to `bad`, the oldest first.
    ///
    /// @throws InvalidInputException when `good` is not before `bad`
    List<String> between(String good, String bad) throws IOException, InterruptedException {
        List<String> chain = git("rev-list", "--first-parent", "--reverse", bad).lines().toList();
        int start = chain.indexOf(good);
        if (start < 0 || start == chain.size() - 1) {
            throw new InvalidInputException(
                    "%s is not among the first parents of %s: there is nothing between them."
                            .formatted(subject(good), subject(bad)));
        }
        return chain.subList(start + 1, chain.size());
    }

    /// Short hash and first line of the message.
    String subject(String commit) throws IOException, InterruptedException {
        return git("log", "-1", "--format=%h %s", commit).strip();
    }

    Checkout checkOut(String commit) throws IOException, InterruptedException {
        Checkout checkout = new Checkout(Files.createTempDirectory("cobnut-bisect-"));
        git("worktree", "add", "--detach", checkout.folder.toString(), commit);
        return checkout;
    }

    private String git(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("git"));
        command.addAll(List.of(arguments));
        Process process =
                new ProcessBuilder(command)
                        .directory(repository.toFile())
                        .redirectErrorStream(true)
                        .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new InvalidInputException(
                    "git %s failed in %s: %s"
                            .formatted(
                                    arguments[0],
                                    repository,
                                    output.lines().findFirst().orElse("no reason given")));
        }
        return output;
    }
}
