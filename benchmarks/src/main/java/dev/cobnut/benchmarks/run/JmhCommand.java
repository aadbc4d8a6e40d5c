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

/// `./cobnut bench jmh`.
@Command(
        name = "jmh",
        mixinStandardHelpOptions = true,
        description = "Runs the micro-benchmarks, contenders in turns.")
public final class JmhCommand implements Callable<Integer> {

    @Mixin private final RunOptions recording = new RunOptions();

    @Option(
            names = "--include",
            paramLabel = "REGEX",
            description = "Only cases with a name that matches, such as 'Ask.*contender=pekko'.")
    private String include = "";

    @Option(names = "--list", description = "Print the names and end.")
    private boolean list;

    @Spec private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() throws IOException, InterruptedException {
        PrintWriter output = spec.commandLine().getOut();
        Plan plan = recording.plan();
        List<JmhCase> cases = cases(plan, include);
        if (list) {
            cases.forEach(found -> output.println(found.name()));
            output.flush();
            return 0;
        }
        return recording.run(cases, plan, output, spec.commandLine().getErr());
    }

    /// The cases that match the pattern; without a pattern, all, or those of the targets in a quick
    /// run.
    static List<JmhCase> cases(Plan plan, String include) {
        List<JmhCase> matching = JmhCases.matching(JmhCases.all(), include);
        return include.isEmpty() && plan.targetsOnly()
                ? matching.stream().filter(JmhCase::target).toList()
                : matching;
    }
}
