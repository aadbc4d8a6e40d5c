package dev.cobnut.benchmarks.run;

import dev.cobnut.benchmarks.scenario.Scenario;
import tools.jackson.databind.json.JsonMapper;

/// The process that measures one contender in one scenario. Its arguments are the class, the
/// contender, and `true` for a quick run. The last line of its output has the figures.
public final class ScenarioFork {

    private ScenarioFork() {}

    static void main(String[] arguments) throws Exception {
        Scenario scenario =
                Class.forName(arguments[0])
                        .asSubclass(Scenario.class)
                        .getDeclaredConstructor()
                        .newInstance();
        Object figures = scenario.measure(arguments[1], Boolean.parseBoolean(arguments[2]));
        System.out.println();
        System.out.println(JsonMapper.shared().writeValueAsString(figures));
        // threads of a failed contender must not keep the process alive
        System.exit(0);
    }
}
