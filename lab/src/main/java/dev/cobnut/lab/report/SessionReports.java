package dev.cobnut.lab.report;

import dev.cobnut.lab.cli.UsageException;
import dev.cobnut.lab.compare.Comparison;
import dev.cobnut.lab.compare.RecordedSession;
import dev.cobnut.lab.compare.Resampled;
import dev.cobnut.lab.compare.SessionFolder;
import dev.cobnut.lab.plan.PlanDefaults;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// Writes the reports of recorded sessions. A command that extends this class has the commands
/// `report`, `check`, `gallery` and `resample`.
public class SessionReports {

    private static final String SESSION = "docs/sessions/<name>";
    private static final int BAD_INPUT = 2;
    private static final int COMPARISONS_MAX = 1000;

    @Spec private CommandSpec spec = CommandSpec.create();

    private final PlanDefaults defaults;

    protected SessionReports(PlanDefaults defaults) {
        this.defaults = defaults;
    }

    /// `./cobnut session report`: writes comparison, pictures, pages, report and lists from the
    /// recorded runs. The same recording gives the same bytes.
    @Command(
            description = "Writes comparison, pictures and report of a recorded session.",
            exitCodeOnExecutionException = BAD_INPUT)
    public int report(@Parameters(paramLabel = "DIR", description = SESSION) Path folder)
            throws IOException {
        SessionFolder session = new SessionFolder(folder);
        out().println(SessionDecision.of(write(session, defaults)).sentence());
        out().println(session.report());
        return 0;
    }

    /// `./cobnut session check`: the gate. It compares the recorded runs again and leaves the
    /// session as it is.
    @Command(
            description = "Fails when B regressed beyond the plan's threshold.",
            exitCodeOnExecutionException = BAD_INPUT,
            exitCodeListHeading = "Exit codes:%n",
            exitCodeList = {
                "0:nothing that decides regressed beyond the threshold",
                "1:at least one measure regressed beyond the threshold",
                "2:the recording cannot be read",
                "3:the variants are not comparable"
            })
    public int check(
            @Parameters(paramLabel = "DIR", description = SESSION) Path folder,
            @Option(
                            names = "--comment",
                            paramLabel = "FILE",
                            description =
                                    "Also writes the result to this file, as a comment for a pull request.")
                    @Nullable Path comment)
            throws IOException {
        Comparison comparison = Comparison.of(new SessionFolder(folder).read(defaults));
        String result = SessionReport.comment(comparison);
        if (comment != null) {
            Files.createDirectories(comment.toAbsolutePath().getParent());
            Files.writeString(comment, result);
        }
        out().println(result);
        return SessionDecision.of(comparison).exitCode();
    }

    /// `./cobnut session gallery`: writes the lists of sessions from their comparisons.
    @Command(
            description = "Writes the lists of sessions and the gallery.",
            exitCodeOnExecutionException = BAD_INPUT)
    public int gallery(
            @Option(
                            names = "--root",
                            defaultValue = "${sys:cobnut.home:-.}",
                            description =
                                    "Folder with docs/sessions and flamegraphs (the repository).")
                    Path root)
            throws IOException {
        SessionIndex sessions = SessionIndex.below(root.toAbsolutePath().normalize());
        sessions.write();
        out().printf("%d sessions: %s%n", sessions.size(), root.resolve("flamegraphs/index.html"));
        return 0;
    }

    /// `./cobnut session resample`: counts how often other choices of the recorded runs change the
    /// verdict.
    @Command(
            description = "Resamples comparisons from recorded runs and counts their verdicts.",
            exitCodeOnExecutionException = BAD_INPUT)
    public int resample(
            @Parameters(arity = "1..*", paramLabel = "DIR", description = SESSION)
                    List<Path> folders,
            @Option(
                            names = "--comparisons",
                            defaultValue = "20",
                            description =
                                    "Most comparisons for each session, none twice (${DEFAULT-VALUE}).")
                    int comparisons,
            @Option(
                            names = "--seed",
                            defaultValue = "1",
                            description = "Seed of the random choice (${DEFAULT-VALUE}).")
                    long seed)
            throws IOException {
        if (comparisons < 1 || comparisons > COMPARISONS_MAX) {
            throw new UsageException(
                    "--comparisons must be from 1 to %d, not %d."
                            .formatted(COMPARISONS_MAX, comparisons));
        }
        for (Path folder : folders) {
            SessionFolder files = new SessionFolder(folder);
            RecordedSession session = files.read(defaults);
            Resampled resampled = Resampled.of(session, comparisons, seed);
            files.write(resampled);
            tell(files.name(), Resampled.outcome(session), resampled);
        }
        return 0;
    }

    private void tell(String name, Resampled.Outcome recorded, Resampled resampled) {
        out().printf(
                        "%s (%s)%n  measured:  1 comparison, %s%n  resampled: %d comparisons, %d with findings, %d with a regression%n",
                        name,
                        resampled.sameVariants()
                                ? "A against itself: every finding is false"
                                : "with a difference",
                        recorded.foundSomething()
                                ? "%d improved, %d regressed"
                                        .formatted(
                                                recorded.improved().size(),
                                                recorded.regressed().size())
                                : "nothing found",
                        resampled.drawn().size(),
                        resampled.withFindings(),
                        resampled.withRegressions());
    }

    private PrintWriter out() {
        return spec.commandLine().getOut();
    }

    /// Writes comparison, pictures, report and lists of a recorded session.
    public static Comparison write(SessionFolder session, PlanDefaults defaults)
            throws IOException {
        RecordedSession recorded = session.read(defaults);
        Comparison comparison = writeTexts(session, recorded);
        new Pictures(recorded, comparison).write(session.pictures());
        SessionIndex.below(session.root()).write();
        return comparison;
    }

    /// Writes `comparison.json`, `report.md` and `details.html`. The comparison is written first
    /// and read back: the report contains only numbers of `comparison.json`. Drawing the pictures
    /// takes several times as long.
    public static Comparison writeTexts(SessionFolder session, RecordedSession recorded)
            throws IOException {
        session.write(Comparison.of(recorded));
        Comparison comparison = session.comparison();
        String report = SessionReport.of(comparison, recorded.plan(), session.resampled());
        Files.writeString(session.report(), report);
        Files.writeString(session.folder().resolve("details.html"), DetailsPage.of(comparison));
        return comparison;
    }
}
