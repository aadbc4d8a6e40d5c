package dev.cobnut.lab.report;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// `./cobnut session gallery`: writes the lists of sessions from their comparisons.
@Command(name = "gallery", description = "Writes the lists of sessions and the gallery.")
final class GalleryCommand implements Callable<Integer> {

    @Option(
            names = "--root",
            defaultValue = "${sys:cobnut.home:-.}",
            description = "Folder with docs/sessions and flamegraphs (the repository).")
    private Path root = Path.of(".");

    @Spec private CommandLine.Model.CommandSpec spec = CommandLine.Model.CommandSpec.create();

    @Override
    public Integer call() {
        try {
            SessionIndex sessions = SessionIndex.below(root.toAbsolutePath().normalize());
            sessions.write();
            spec.commandLine()
                    .getOut()
                    .printf(
                            "%d sessions: %s%n",
                            sessions.size(), root.resolve("flamegraphs").resolve("index.html"));
            return 0;
        } catch (IOException e) {
            spec.commandLine().getErr().println(e.getMessage());
            return ReportCommand.BAD_INPUT;
        }
    }
}
