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

/// `./cobnut session check`: the gate. It compares the recorded runs again and writes nothing.
@Command(
        name = "check",
        description = "Fails when B regressed beyond the plan's threshold.",
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {
            "0:no cost regressed beyond the threshold",
            "1:at least one cost regressed beyond the threshold",
            "2:the recording cannot be read",
            "3:the variants are not comparable"
        })
final class CheckCommand implements Callable<Integer> {

    @Parameters(index = "0", paramLabel = "DIR", description = "docs/sessions/<name>")
    private Path folder = Path.of(".");

    @Spec private CommandLine.Model.CommandSpec spec = CommandLine.Model.CommandSpec.create();

    private final PlanDefaults defaults;

    CheckCommand(PlanDefaults defaults) {
        this.defaults = defaults;
    }

    @Override
    public Integer call() {
        try {
            SessionCheck check =
                    SessionCheck.of(Comparison.of(new SessionFolder(folder).read(defaults)));
            check.lines().forEach(spec.commandLine().getOut()::println);
            return check.exitCode();
        } catch (IOException e) {
            spec.commandLine().getErr().println(e.getMessage());
            return ReportCommand.BAD_INPUT;
        }
    }
}
