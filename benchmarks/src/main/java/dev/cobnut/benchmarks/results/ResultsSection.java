package dev.cobnut.benchmarks.results;

import dev.cobnut.benchmarks.history.BenchmarkResult;
import dev.cobnut.benchmarks.history.InvalidInputException;
import dev.cobnut.benchmarks.history.RunEnvironment;
import dev.cobnut.benchmarks.history.RunRecord;
import dev.cobnut.benchmarks.jmh.Question;
import dev.cobnut.lab.report.MarkdownTable;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The part of a document that a command writes. It stands between two comments and has the figures
/// of one recorded run.
public final class ResultsSection {

    static final String BEGIN = "<!-- results: written by ./cobnut bench results -->";
    static final String END = "<!-- end of the results -->";

    private static final DateTimeFormatter DAY =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm").withZone(ZoneOffset.UTC);

    private ResultsSection() {}

    /// The document with a new section.
    ///
    /// @throws InvalidInputException when the document lacks the two comments
    public static String into(String document, String section) {
        int begin = document.indexOf(BEGIN);
        int end = document.indexOf(END);
        if (begin < 0 || end < begin) {
            throw new InvalidInputException(
                    "The document has no lines '%s' and '%s' to write between."
                            .formatted(BEGIN, END));
        }
        return document.substring(0, begin + BEGIN.length())
                + "\n\n"
                + section
                + "\n"
                + document.substring(end);
    }

    /// @param questions the question by the simple name of a benchmark's class; null for a class
    ///   that no longer exists
    public static String markdown(RunRecord run, Function<String, @Nullable Question> questions) {
        StringBuilder text = new StringBuilder();
        text.append(head(run)).append('\n');
        text.append("### Targets\n\n").append(targets(run)).append('\n');
        String last = "";
        for (Map.Entry<String, List<BenchmarkResult>> entry :
                RunTable.byBenchmark(run).entrySet()) {
            String type = entry.getKey().replaceFirst("\\..*", "");
            @Nullable Question question = questions.apply(type);
            if (!type.equals(last)) {
                text.append("### ").append(type).append("\n\n");
                if (question != null) {
                    text.append(question.value())
                            .append(" *Ceiling*: ")
                            .append(question.ceiling())
                            .append(" *Machine*: ")
                            .append(question.machine())
                            .append("\n\n");
                }
                last = type;
            }
            text.append('`').append(entry.getKey()).append("`: ");
            text.append(entry.getValue().getFirst().settings()).append("\n\n");
            text.append(RunTable.table(entry.getValue())).append('\n');
        }
        return text.toString();
    }

    private static String head(RunRecord run) {
        RunEnvironment place = run.place();
        List<String> lines = new ArrayList<>();
        lines.add(
                "Run `%s` (%s), %s UTC, commit `%s`: %d × %s, %d GiB, %s; %s; `%s`."
                        .formatted(
                                run.id(),
                                run.label(),
                                DAY.format(run.at()),
                                run.commit(),
                                place.cores(),
                                place.processor(),
                                place.memoryGiB(),
                                place.system(),
                                place.jdk(),
                                String.join(" ", run.flags())));
        run.disturbed().forEach(sentence -> lines.add("**Disturbed**: " + sentence));
        run.failed()
                .forEach(sentence ->
                        lines.add("**Failed**: " + sentence.lines().findFirst().orElse("")));
        return String.join("\n\n", lines) + "\n";
    }

    private static String targets(RunRecord run) {
        MarkdownTable table = new MarkdownTable(1, "target", "wanted", "measured [95 %]", "");
        for (RuntimeTarget target : RuntimeTarget.of(run)) {
            table.row(
                    target.what(),
                    target.wanted(),
                    target.found().isEmpty() ? "not in this run" : target.found(),
                    target.answer() == null ? "" : target.answer().words());
        }
        return table.text();
    }
}
