package dev.cobnut.lab.report;

import dev.cobnut.lab.compare.Comparison;
import dev.cobnut.lab.compare.SessionFolder;
import dev.cobnut.lab.plan.PlanDefaults;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `./cobnut session report`: writes comparison, pictures, pages, report and lists from the
/// recorded runs. The same recording gives the same bytes.
@Command(
        name = "report",
        description = "Writes comparison, pictures and report of a recorded session.")
final class ReportCommand implements Callable<Integer> {

    static final int BAD_INPUT = 2;

    @Parameters(index = "0", paramLabel = "DIR", description = "docs/sessions/<name>")
    private Path folder = Path.of(".");

    @Spec private CommandLine.Model.CommandSpec spec = CommandLine.Model.CommandSpec.create();

    private final PlanDefaults defaults;

    ReportCommand(PlanDefaults defaults) {
        this.defaults = defaults;
    }

    @Override
    public Integer call() {
        try {
            SessionFolder session = new SessionFolder(folder);
            Comparison comparison = SessionReports.write(session, defaults);
            spec.commandLine().getOut().println(FindingSentences.finding(comparison));
            spec.commandLine().getOut().println(session.report());
            return 0;
        } catch (IOException e) {
            spec.commandLine().getErr().println(e.getMessage());
            return BAD_INPUT;
        }
    }
}
