package dev.cobnut.benchmarks.run;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// `./cobnut bench scenarios`.
@Command(
        name = "scenarios",
        mixinStandardHelpOptions = true,
        description = "Idle actors, full mailboxes, restart and stop under load, durability.")
public final class ScenariosCommand implements Callable<Integer> {

    @Mixin private final RunOptions recording = new RunOptions();

    @Option(
            names = "--include",
            paramLabel = "REGEX",
            description = "Only cases with a name that matches, such as 'Idle.*contender=pekko'.")
    private String include = "";

    @Option(names = "--list", description = "Print the names and end.")
    private boolean list;

    @Spec private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() throws IOException, InterruptedException {
        PrintWriter output = spec.commandLine().getOut();
        List<ScenarioCase> cases = JmhCases.matching(ScenarioCase.all(), include);
        if (list) {
            cases.forEach(found -> output.println(found.name()));
            output.flush();
            return 0;
        }
        return recording.run(cases, recording.plan(), output, spec.commandLine().getErr());
    }
}
