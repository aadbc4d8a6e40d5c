package dev.cobnut.benchmarks.run;

import dev.cobnut.benchmarks.history.InvalidInputException;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// `./cobnut bench record-all`: the micro-benchmarks and the scenarios as one run of the history.
@Command(
        name = "record-all",
        mixinStandardHelpOptions = true,
        description = "Measures everything and records it, for the published tables.")
public final class RecordAllCommand implements Callable<Integer> {

    private static final int TIMES_MAX = 10;

    @Mixin private final RunOptions recording = new RunOptions();

    @Option(
            names = "--times",
            description =
                    "Number of runs of the same commit, one after the other (A/A); their difference is noise (1).")
    private int times = 1;

    @Spec private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (times < 1 || times > TIMES_MAX) {
            throw new InvalidInputException(
                    "--times is from 1 to " + TIMES_MAX + ", not " + times + ".");
        }
        recording.record = true;
        Plan plan = recording.plan();
        List<Case> cases = cases(plan);
        PrintWriter output = spec.commandLine().getOut();
        PrintWriter progress = spec.commandLine().getErr();
        Rounds rounds = new Rounds(progress);
        int exitCode = 0;
        for (int time = 0; time < times; time++) {
            exitCode = Math.max(exitCode, recording.run(rounds, cases, plan, output, progress));
        }
        return exitCode;
    }

    static List<Case> cases(Plan plan) {
        List<Case> cases = new ArrayList<>(JmhCommand.cases(plan, ""));
        ScenarioCase.all().stream()
                .filter(found -> !plan.targetsOnly() || found.target())
                .forEach(cases::add);
        return cases;
    }
}
