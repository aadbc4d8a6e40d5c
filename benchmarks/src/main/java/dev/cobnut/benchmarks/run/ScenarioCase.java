package dev.cobnut.benchmarks.run;

import dev.cobnut.benchmarks.history.BenchmarkResult;
import dev.cobnut.benchmarks.history.Fork;
import dev.cobnut.benchmarks.history.HistoryFolder;
import dev.cobnut.benchmarks.history.Settings;
import dev.cobnut.benchmarks.jmh.Question;
import dev.cobnut.benchmarks.scenario.DurableScenario;
import dev.cobnut.benchmarks.scenario.FullMailboxScenario;
import dev.cobnut.benchmarks.scenario.IdleActorsScenario;
import dev.cobnut.benchmarks.scenario.RestartScenario;
import dev.cobnut.benchmarks.scenario.Scenario;
import dev.cobnut.benchmarks.scenario.StopScenario;
import dev.cobnut.lab.service.ServiceCommand;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import tools.jackson.core.JacksonException;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/// A scenario with one of its contenders.
record ScenarioCase(Scenario scenario, String contender) implements Case {

    private static final TypeReference<List<Scenario.Figure>> FIGURES = new TypeReference<>() {};

    /// Time beyond the scenario's own estimate after which the process is ended.
    private static final int PATIENCE_FACTOR = 4;

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int LAST_LINES = 12;

    static List<ScenarioCase> all() {
        List<ScenarioCase> cases = new ArrayList<>();
        for (Scenario scenario :
                List.of(
                        new IdleActorsScenario(),
                        new FullMailboxScenario(),
                        new RestartScenario(),
                        new StopScenario(),
                        new DurableScenario())) {
            scenario.contenders()
                    .forEach(contender -> cases.add(new ScenarioCase(scenario, contender)));
        }
        return cases;
    }

    @Override
    public String group() {
        return scenario.getClass().getSimpleName();
    }

    @Override
    public String name() {
        return "%s(%s=%s)".formatted(group(), BenchmarkResult.CONTENDER, contender);
    }

    @Override
    public boolean target() {
        return JmhCases.question(scenario.getClass().getName()).target();
    }

    Question question() {
        return JmhCases.question(scenario.getClass().getName());
    }

    @Override
    public Duration length(Plan plan) {
        return Duration.ofSeconds(1L + scenario.seconds(plan.targetsOnly()));
    }

    @Override
    public List<BenchmarkResult> fork(Plan plan, int round)
            throws IOException, InterruptedException, CaseFailedException {
        boolean quick = plan.targetsOnly();
        Path output = Files.createTempFile("cobnut-scenario-", ".out");
        Process process = null;
        try {
            process = start(quick, output);
            Duration patience = PATIENCE.plus(length(plan).multipliedBy(PATIENCE_FACTOR));
            if (!process.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new CaseFailedException("it did not end within " + patience);
            }
            List<String> lines = Files.readAllLines(output);
            if (process.exitValue() != 0 || lines.isEmpty()) {
                throw new CaseFailedException(
                        "exit code %d\n%s"
                                .formatted(
                                        process.exitValue(),
                                        String.join(
                                                "\n",
                                                lines.subList(
                                                        Math.max(0, lines.size() - LAST_LINES),
                                                        lines.size()))));
            }
            return measured(figures(lines.getLast()), quick, round);
        } finally {
            if (process != null) {
                process.destroyForcibly();
            }
            Files.delete(output);
        }
    }

    private Process start(boolean quick, Path output) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(Flags.OF_FORKS);
        command.add("-D" + ServiceCommand.HOME_PROPERTY + "=" + HistoryFolder.home());
        command.addAll(
                List.of(
                        "-cp",
                        System.getProperty("java.class.path"),
                        ScenarioFork.class.getName(),
                        scenario.getClass().getName(),
                        contender,
                        Boolean.toString(quick)));
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
    }

    private static List<Scenario.Figure> figures(String line) throws CaseFailedException {
        try {
            return JsonMapper.shared().readValue(line, FIGURES);
        } catch (JacksonException e) {
            throw new CaseFailedException("its last line has no figures: " + line, e);
        }
    }

    List<BenchmarkResult> measured(List<Scenario.Figure> figures, boolean quick, int round) {
        Settings settings = new Settings(0, "0", 1, quick ? "quick" : "full", 1);
        List<BenchmarkResult> measured = new ArrayList<>();
        for (Scenario.Figure figure : figures) {
            TreeMap<String, String> params = new TreeMap<>();
            params.put(BenchmarkResult.CONTENDER, contender);
            measured.add(
                    new BenchmarkResult(
                            group() + "." + figure.name(),
                            params,
                            figure.mode(),
                            figure.unit(),
                            settings,
                            List.of(new Fork(round, List.of(figure.value()), null))));
        }
        return measured;
    }
}
