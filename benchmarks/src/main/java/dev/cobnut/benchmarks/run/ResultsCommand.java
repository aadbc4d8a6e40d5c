package dev.cobnut.benchmarks.run;

import static java.util.stream.Collectors.joining;

import dev.cobnut.benchmarks.history.HistoryFolder;
import dev.cobnut.benchmarks.history.InvalidInputException;
import dev.cobnut.benchmarks.history.RunHistory;
import dev.cobnut.benchmarks.history.RunRecord;
import dev.cobnut.benchmarks.results.GuideTable;
import dev.cobnut.benchmarks.results.PublishedRuns;
import dev.cobnut.benchmarks.results.ResultsSection;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
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
                "Writes the tables of docs/benchmarks.md and of docs/runtime.md from recorded runs.")
public final class ResultsCommand implements Callable<Integer> {

    @Parameters(
            arity = "0..*",
            paramLabel = "RUN",
            description = {
                "latest (the default), an id, a commit, a label or a file.",
                "Of several runs, each benchmark's table is of the one that has most of its rows."
            })
    private List<String> names = List.of("latest");

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
        RunHistory history = RunHistory.in(folder);
        List<RunRecord> named = new ArrayList<>();
        for (String name : names) {
            named.add(history.find(name));
        }
        PublishedRuns runs = PublishedRuns.of(named);
        // both documents are read before one is written, so that a failure leaves both with the
        // same runs
        String results = renewed(document, ResultsSection.markdown(runs, Questions.all()));
        String costs = renewed(guide, GuideTable.markdown(runs));
        Files.writeString(document, results);
        Files.writeString(guide, costs);
        spec.commandLine()
                .getOut()
                .println(
                        "wrote "
                                + named.stream().map(RunRecord::id).collect(joining(", "))
                                + " into "
                                + document
                                + " and "
                                + guide);
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
