package dev.cobnut.benchmarks.run;

import dev.cobnut.benchmarks.history.HistoryFolder;
import dev.cobnut.benchmarks.history.InvalidInputException;
import dev.cobnut.benchmarks.history.RunHistory;
import dev.cobnut.benchmarks.history.RunRecord;
import dev.cobnut.benchmarks.results.GuideTable;
import dev.cobnut.benchmarks.results.ResultsSection;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `./cobnut bench results`.
@Command(
        name = "results",
        mixinStandardHelpOptions = true,
        description =
                "Writes the tables of docs/benchmarks.md and of docs/runtime.md from a recorded run.")
public final class ResultsCommand implements Callable<Integer> {

    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "RUN",
            description = "latest (the default), an id, a commit, a label or a file.")
    private String name = "latest";

    @Option(
            names = "--history",
            paramLabel = "DIR",
            description = "Folder of the history (benchmarks/history).")
    private Path folder = HistoryFolder.standard();

    @Option(names = "--document", paramLabel = "FILE", description = "docs/benchmarks.md")
    private Path document = HistoryFolder.home().resolve("docs/benchmarks.md");

    @Option(names = "--guide", paramLabel = "FILE", description = "docs/runtime.md")
    private Path guide = HistoryFolder.home().resolve("docs/runtime.md");

    @Spec private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() throws IOException {
        RunRecord run = RunHistory.in(folder).find(name);
        // both documents are read before one is written, so that a failure leaves both at the same
        // run
        String results = renewed(document, ResultsSection.markdown(run, Questions.all()));
        String costs = renewed(guide, GuideTable.markdown(run));
        Files.writeString(document, results);
        Files.writeString(guide, costs);
        spec.commandLine()
                .getOut()
                .println("wrote " + run.id() + " into " + document + " and " + guide);
        spec.commandLine().getOut().flush();
        return 0;
    }

    private static String renewed(Path document, String section) throws IOException {
        if (!Files.isRegularFile(document)) {
            throw new InvalidInputException("There is no document " + document + ".");
        }
        return ResultsSection.into(Files.readString(document), section);
    }
}
