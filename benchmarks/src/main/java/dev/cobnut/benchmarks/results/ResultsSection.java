package dev.cobnut.benchmarks.results;

import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toSet;

import dev.cobnut.benchmarks.history.BenchmarkResult;
import dev.cobnut.benchmarks.history.InvalidInputException;
import dev.cobnut.benchmarks.history.RunEnvironment;
import dev.cobnut.benchmarks.history.RunRecord;
import dev.cobnut.benchmarks.jmh.Question;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The part of a document that a command writes. It stands between two comments and has the figures
/// of recorded runs.
public final class ResultsSection {

    static final String BEGIN = "<!-- results: written by ./cobnut bench results -->";
    static final String END = "<!-- end of the results -->";

    /// Fewest processes of a published row. An interval from three is more than twice as wide.
    public static final int PROCESSES_MIN = 6;

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

    /// The tables of one or more runs. A row has at least [#PROCESSES_MIN] processes, or is not
    /// published.
    ///
    /// @param questions the questions of all benchmarks, by the simple name of the class
    public static String markdown(PublishedRuns runs, Map<String, Question> questions) {
        List<BenchmarkResult> results = runs.results();
        StringBuilder text = new StringBuilder();
        runs.runs().forEach(run -> text.append(head(run)).append('\n'));
        text.append("### Where we lose\n\n")
                .append(
                        "Another contender is better, with its whole interval; `caller` and `memory-journal` do less and are not counted. ")
                .append(
                        "The second table has those that allocate at most four fifths. The worst is first. Rows with fewer than six processes are here, too.\n\n")
                .append(Losses.markdown(results))
                .append('\n');
        text.append("### Targets\n\n").append(targets(results)).append('\n');
        text.append(notPublished(results, questions));
        String last = "";
        for (List<BenchmarkResult> measured : RunTable.byBenchmark(results).values()) {
            List<BenchmarkResult> published =
                    measured.stream().filter(ResultsSection::isPublished).toList();
            if (published.isEmpty()) {
                continue;
            }
            String type = published.getFirst().type();
            if (!type.equals(last)) {
                text.append("### ").append(type).append("\n\n");
                @Nullable Question question = questions.get(type);
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
            RunRecord run = runs.runOf(published.getFirst());
            text.append('`').append(published.getFirst().benchmark()).append("`: ");
            text.append(published.getFirst().settings());
            if (runs.runs().size() > 1) {
                text.append("; run `").append(run.id()).append('`');
            }
            text.append("\n\n");
            text.append(RunTable.table(published)).append('\n');
            if (published.getFirst().params().containsKey(Scaling.PARAM)) {
                text.append(Scaling.table(published, run.place().cores())).append('\n');
            }
        }
        return text.toString();
    }

    static boolean isPublished(BenchmarkResult measured) {
        return measured.forks().size() >= PROCESSES_MIN;
    }

    /// What the tables lack: benchmarks that no run has, or not in enough processes.
    private static String notPublished(
            List<BenchmarkResult> results, Map<String, Question> questions) {
        List<String> few =
                results.stream()
                        .filter(measured -> !isPublished(measured))
                        .map(BenchmarkResult::benchmark)
                        .distinct()
                        .toList();
        Set<String> there = results.stream().map(BenchmarkResult::type).collect(toSet());
        List<String> absent =
                questions.keySet().stream().filter(name -> !there.contains(name)).sorted().toList();
        return sentence(
                        "Rows with fewer than six processes are not published; there are such of ",
                        few)
                + sentence("Not measured yet: ", absent);
    }

    private static String sentence(String begin, List<String> names) {
        return names.isEmpty()
                ? ""
                : names.stream().map(MarkdownTable::code).collect(joining(", ", begin, ".\n\n"));
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

    private static String targets(List<BenchmarkResult> results) {
        MarkdownTable table = new MarkdownTable(1, "target", "wanted", "measured [95 %]", "");
        for (RuntimeTarget target : RuntimeTarget.of(results)) {
            table.row(
                    target.what(),
                    target.wanted(),
                    target.found().isEmpty() ? "not measured yet" : target.found(),
                    target.answer() == null ? "" : target.answer().words());
        }
        return table.text();
    }
}
