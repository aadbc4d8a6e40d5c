package dev.cobnut.benchmarks.run;

import dev.cobnut.benchmarks.history.BenchmarkResult;
import dev.cobnut.benchmarks.history.InvalidInputException;
import dev.cobnut.benchmarks.jmh.Question;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.openjdk.jmh.runner.BenchmarkList;
import org.openjdk.jmh.runner.BenchmarkListEntry;
import org.openjdk.jmh.runner.format.OutputFormat;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.VerboseMode;

/// Every JMH benchmark of this module with every combination of its parameters.
final class JmhCases {

    private JmhCases() {}

    static List<JmhCase> all() {
        OutputFormat nobody =
                OutputFormatFactory.createFormatInstance(System.err, VerboseMode.SILENT);
        Set<BenchmarkListEntry> entries =
                BenchmarkList.defaultList().getAll(nobody, List.<String>of());
        List<JmhCase> cases = new ArrayList<>();
        for (BenchmarkListEntry entry : new TreeSet<>(entries)) {
            Question question = question(entry.getUserClassQName());
            List<SortedMap<String, String>> combinations = List.of(new TreeMap<>());
            Map<String, String[]> params = new TreeMap<>(entry.getParams().orElse(Map.of()));
            for (Map.Entry<String, String[]> param : params.entrySet()) {
                if (!param.getKey().equals(BenchmarkResult.CONTENDER)) {
                    combinations = times(combinations, param.getKey(), param.getValue());
                }
            }
            // the contender is last, so that the contenders of one question are neighbours
            String[] contenders = params.getOrDefault(BenchmarkResult.CONTENDER, new String[0]);
            for (SortedMap<String, String> combination :
                    times(combinations, BenchmarkResult.CONTENDER, contenders)) {
                cases.add(
                        new JmhCase(
                                entry.getUsername(), combination, isTarget(question, combination)));
            }
        }
        return cases;
    }

    private static boolean isTarget(Question question, SortedMap<String, String> params) {
        return question.target()
                && (question.targetParam().isEmpty()
                        || params.entrySet().stream()
                                .anyMatch(param ->
                                        (param.getKey() + "=" + param.getValue())
                                                .equals(question.targetParam())));
    }

    /// The question of the benchmark's class.
    static Question question(String type) {
        try {
            Question question = Class.forName(type).getAnnotation(Question.class);
            if (question == null) {
                throw new IllegalStateException(type + " has no @Question");
            }
            return question;
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException("The list of benchmarks names " + type, e);
        }
    }

    private static List<SortedMap<String, String>> times(
            Collection<SortedMap<String, String>> combinations, String name, String[] values) {
        List<SortedMap<String, String>> product = new ArrayList<>();
        for (SortedMap<String, String> combination : combinations) {
            for (String value : values) {
                SortedMap<String, String> more = new TreeMap<>(combination);
                more.put(name, value);
                product.add(more);
            }
        }
        return values.length == 0 ? new ArrayList<>(combinations) : product;
    }

    /// The cases with a name that contains a match.
    ///
    /// @throws InvalidInputException when the pattern is not valid or matches nothing
    static <C extends Case> List<C> matching(List<C> cases, String regex) {
        Pattern pattern;
        try {
            pattern = Pattern.compile(regex);
        } catch (PatternSyntaxException e) {
            throw new InvalidInputException(
                    "'%s' is not a valid pattern: %s.".formatted(regex, e.getDescription()), e);
        }
        List<C> matching =
                cases.stream().filter(found -> pattern.matcher(found.name()).find()).toList();
        if (matching.isEmpty()) {
            throw new InvalidInputException(
                    "No benchmark matches '%s'; --list names them.".formatted(regex));
        }
        return matching;
    }
}
