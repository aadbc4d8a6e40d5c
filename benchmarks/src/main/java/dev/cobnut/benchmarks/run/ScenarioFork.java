package dev.cobnut.benchmarks.run;

import dev.cobnut.benchmarks.scenario.Scenario;
import tools.jackson.databind.json.JsonMapper;

/// The process that measures one contender in one scenario: class, contender, `true` for quick. The
/// figures are the last line that it prints.
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
        // threads of a contender that has lost count must not keep the process
        System.exit(0);
    }
}
