package dev.cobnut.benchmarks.run;

import dev.cobnut.benchmarks.jmh.Question;
import java.util.HashMap;
import java.util.Map;

/// The questions of all benchmarks and scenarios, by the simple name of the class.
final class Questions {

    private Questions() {}

    static Map<String, Question> all() {
        Map<String, Question> questions = new HashMap<>();
        for (JmhCase each : JmhCases.all()) {
            String type = each.benchmark().substring(0, each.benchmark().lastIndexOf('.'));
            questions.put(type.substring(type.lastIndexOf('.') + 1), JmhCases.question(type));
        }
        for (ScenarioCase each : ScenarioCase.all()) {
            questions.put(each.group(), each.question());
        }
        return questions;
    }
}
