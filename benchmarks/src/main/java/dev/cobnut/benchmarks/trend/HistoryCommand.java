package dev.cobnut.benchmarks.trend;

import dev.cobnut.benchmarks.compare.Floor;
import dev.cobnut.benchmarks.history.HistoryFolder;
import dev.cobnut.benchmarks.history.InvalidInputException;
import dev.cobnut.benchmarks.history.RunHistory;
import dev.cobnut.benchmarks.history.RunRecord;
import dev.cobnut.benchmarks.results.TableNumbers;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// `./cobnut bench history`.
@Command(
        name = "history",
        mixinStandardHelpOptions = true,
        description = "Finds where benchmarks changed over the recorded runs, and draws the trend.")
public final class HistoryCommand implements Callable<Integer> {

    @Option(
            names = "--history",
            paramLabel = "DIR",
            description = "Folder of the history (benchmarks/history).")
    private Path folder = HistoryFolder.standard();

    @Option(
            names = "--include",
            paramLabel = "REGEX",
            description = "Only benchmarks with a name that matches.")
    private String include = "";

    @Option(names = "--svg", paramLabel = "FILE", description = "The picture (trend.svg).")
    private Path svg = Path.of("trend.svg");

    @Spec private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() throws IOException {
        RunHistory history = RunHistory.in(folder);
        RunRecord newest = history.find("latest");
        List<TrendSvg.Panel> panels = new ArrayList<>();
        Pattern pattern = pattern();
        for (Series series : Series.of(history.runs())) {
            if (pattern.matcher(series.name()).find()) {
                panels.add(new TrendSvg.Panel(series, ChangePoint.of(series)));
            }
        }
        if (panels.isEmpty()) {
            throw new InvalidInputException(
                    "No benchmark of the newest run, %s, matches '%s'."
                            .formatted(newest.id(), include));
        }
        Files.writeString(svg, TrendSvg.draw(panels));
        PrintWriter output = spec.commandLine().getOut();
        int found = 0;
        for (TrendSvg.Panel panel : panels) {
            for (ChangePoint change : panel.changes()) {
                found++;
                output.println(line(panel.series(), change));
            }
        }
        Floor floor = Floor.of(history.runs(), newest);
        output.printf(
                Locale.ROOT,
                "%d change point%s in %d benchmarks over %d runs (%d comparable with the newest, %s); picture in %s%n",
                found,
                found == 1 ? "" : "s",
                panels.size(),
                history.runs().size(),
                panels.stream().mapToInt(panel -> panel.series().points().size()).max().orElse(0),
                newest.id(),
                svg);
        output.println(
                floor.pairs() == 0
                        ? "There are no two runs of one commit, so the difference between runs without a change is not known."
                        : String.format(
                                Locale.ROOT,
                                "Runs of one commit (%d pair%s) differ by %.1f %% in the median benchmark.",
                                floor.pairs(),
                                floor.pairs() == 1 ? "" : "s",
                                100 * floor.scores().median()));
        output.flush();
        return 0;
    }

    private Pattern pattern() {
        try {
            return Pattern.compile(include);
        } catch (PatternSyntaxException e) {
            throw new InvalidInputException(
                    "'%s' is not a valid pattern: %s.".formatted(include, e.getDescription()), e);
        }
    }

    private static String line(Series series, ChangePoint change) {
        return "%s: %s since %s (%s), %s → %s %s, %s ×; the last one before is %s (%s)"
                .formatted(
                        series.name(),
                        change.isWorse(series.better()) ? "worse" : "better",
                        change.first().id(),
                        change.first().commit(),
                        TableNumbers.plain(change.before()),
                        TableNumbers.plain(change.after()),
                        TableNumbers.unit(series.unit()),
                        TableNumbers.ratio(change.ratio()),
                        change.lastBefore().id(),
                        change.lastBefore().commit());
    }
}
