package dev.cobnut.lab.report;

import dev.cobnut.lab.compare.RecordedSession;
import dev.cobnut.lab.compare.Resampled;
import dev.cobnut.lab.compare.SessionFolder;
import dev.cobnut.lab.plan.PlanDefaults;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `./cobnut session resample`: counts how often other choices of the recorded runs change the
/// verdict.
@Command(
        name = "resample",
        description = "Resamples comparisons from recorded runs and counts their verdicts.")
final class ResampleCommand implements Callable<Integer> {

    private static final int COMPARISONS_MAX = 1000;

    @Parameters(arity = "1..*", paramLabel = "DIR", description = "docs/sessions/<name>")
    private List<Path> folders = List.of();

    @Option(
            names = "--comparisons",
            defaultValue = "20",
            description = "Most comparisons for each session, none twice (${DEFAULT-VALUE}).")
    private int comparisons;

    @Option(
            names = "--seed",
            defaultValue = "1",
            description = "Seed of the random choice (${DEFAULT-VALUE}).")
    private long seed;

    @Spec private CommandLine.Model.CommandSpec spec = CommandLine.Model.CommandSpec.create();

    private final PlanDefaults defaults;

    ResampleCommand(PlanDefaults defaults) {
        this.defaults = defaults;
    }

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        if (comparisons < 1 || comparisons > COMPARISONS_MAX) {
            spec.commandLine()
                    .getErr()
                    .printf(
                            "--comparisons must be from 1 to %d, not %d.%n",
                            COMPARISONS_MAX, comparisons);
            return ReportCommand.BAD_INPUT;
        }
        try {
            for (Path folder : folders) {
                resample(new SessionFolder(folder), out);
            }
            return 0;
        } catch (IOException e) {
            spec.commandLine().getErr().println(e.getMessage());
            return ReportCommand.BAD_INPUT;
        }
    }

    private void resample(SessionFolder folder, PrintWriter out) throws IOException {
        RecordedSession session = folder.read(defaults);
        Resampled.Outcome recorded = Resampled.outcome(session);
        Resampled resampled = Resampled.of(session, comparisons, seed);
        folder.write(resampled);
        out.printf(
                "%s (%s)%n  measured:  1 comparison, %s%n  resampled: %d comparisons, %d with findings, %d with a regression%n",
                folder.name(),
                resampled.sameVariants()
                        ? "A against itself: every finding is false"
                        : "with a difference",
                recorded.foundSomething()
                        ? "%d improved, %d regressed"
                                .formatted(recorded.improved().size(), recorded.regressed().size())
                        : "nothing found",
                resampled.drawn().size(),
                resampled.withFindings(),
                resampled.withRegressions());
    }
}
