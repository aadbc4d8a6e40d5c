package dev.cobnut.lab.report;

import dev.cobnut.lab.compare.Comparison;
import dev.cobnut.lab.compare.Comparison.WindowComparison;
import dev.cobnut.lab.compare.Row;
import dev.cobnut.lab.plan.SessionPlan;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The author's texts of a session, with their numbers taken from the comparison.
///
/// A text names a figure as `{window/table/row: field}`, for example `{steady/figures/allocated:
/// moved}`. The fields are `a`, `b`, `share a`, `share b`, `change`, `moved`, `detectable` and
/// `verdict`. `moved` says that a row fell or rose only when its verdict does. Any other number
/// must be a setting of the plan, in backticks, or the number of a session. A text cannot
/// contradict the figures, because it has none of its own.
record AuthorText(Comparison comparison, SessionPlan plan) {

    private static final Pattern BOUND =
            Pattern.compile("\\{([^/{}]+)/([^/{}]+)/([^{}]+): ([a-z ]+)}");

    private static final Pattern FREE =
            Pattern.compile(
                    "`[^`]*`|\\]\\([^)]*\\)|[Ss]essions? \\d+|^ *\\d+\\. ", Pattern.MULTILINE);

    /// A number in digits, or a ratio in words.
    private static final Pattern NUMBER =
            Pattern.compile(
                    "\\d+(?:[,.]\\d+)*|\\b(?:halves?|halved|half|doubles?|doubled|twice|(?:third|quarter|fifth|tenth)s? of|slower|faster|same share)\\b");

    String question() throws IOException {
        return text("question", plan.question());
    }

    Optional<String> observations() throws IOException {
        return of("observations", plan.observations());
    }

    Optional<String> recommendation() throws IOException {
        return of("recommendation", plan.recommendation());
    }

    private Optional<String> of(String key, @Nullable String words) throws IOException {
        return words == null ? Optional.empty() : Optional.of(text(key, words));
    }

    private String text(String key, String words) throws IOException {
        unbound(key, words);
        StringBuilder bound = new StringBuilder();
        Matcher matcher = BOUND.matcher(words);
        while (matcher.find()) {
            matcher.appendReplacement(
                    bound, Matcher.quoteReplacement(figure(key, matcher.toMatchResult())));
        }
        return matcher.appendTail(bound).toString().strip();
    }

    private void unbound(String key, String words) throws IOException {
        String free = FREE.matcher(BOUND.matcher(words).replaceAll(" ")).replaceAll(" ");
        List<String> settings = numbers(settings());
        for (String number : numbers(free)) {
            if (!settings.contains(number)) {
                throw new IOException(
                        "The %s of the session %s contain '%s', which no figure backs: write {window/table/row: field}, as docs/sessions.md describes."
                                .formatted(key, plan.name(), number));
            }
        }
    }

    private static List<String> numbers(String text) {
        return NUMBER.matcher(text)
                .results()
                .map(MatchResult::group)
                .map(AuthorText::plain)
                .toList();
    }

    private static String plain(String number) {
        return number.replace(",", "").replaceFirst("\\.0+$", "");
    }

    private String settings() {
        return List.of(plan.variants(), plan.changes(), plan.load(), plan.windows(), plan.repeats())
                .toString();
    }

    private String figure(String key, MatchResult at) throws IOException {
        WindowComparison window =
                comparison.windows().stream()
                        .filter(w -> w.name().equals(at.group(1)))
                        .findFirst()
                        .orElseThrow(() -> unknown(key, at));
        Row row =
                window.tables().stream()
                        .filter(table -> table.id().equals(at.group(2)))
                        .flatMap(table -> table.find(at.group(3)).stream())
                        .findFirst()
                        .orElseThrow(() -> unknown(key, at));
        return switch (at.group(4)) {
            case "a" -> ReportNumbers.value(row.a().mean(), row.unit(), window.per());
            case "b" -> ReportNumbers.value(row.b().mean(), row.unit(), window.per());
            case "share a" -> ReportNumbers.percent(row.a().share());
            case "share b" -> ReportNumbers.percent(row.b().share());
            case "change" -> ReportNumbers.change(row);
            case "detectable" -> ReportNumbers.percent(row.detectable());
            case "verdict" -> Measure.words(row);
            case "moved" ->
                    Measure.isFinding(row)
                            ? "%s (%s)"
                                    .formatted(
                                            Measure.direction(row),
                                            ReportNumbers.fromTo(row, window.per()))
                            : "has no verdict of change (%s, %s)"
                                    .formatted(ReportNumbers.change(row), Measure.words(row));
            default -> throw unknown(key, at);
        };
    }

    private IOException unknown(String key, MatchResult at) {
        return new IOException(
                "The %s of the session %s name '%s', which is not in its comparison."
                        .formatted(key, plan.name(), at.group()));
    }
}
