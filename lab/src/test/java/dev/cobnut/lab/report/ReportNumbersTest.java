package dev.cobnut.lab.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cobnut.lab.compare.RecordedFolder;
import dev.cobnut.lab.compare.SessionFolder;
import dev.cobnut.lab.plan.SampleDefaults;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Looks up every number of the report's tables in `comparison.json`, with the test's own
/// arithmetic.
class ReportNumbersTest {

    /// A number with its decimals. A group of three digits after a narrow space belongs to it.
    private static final Pattern NUMBER = Pattern.compile("[−+]?\\d+(?:[  ]\\d{3})*(?:\\.\\d+)?");

    private static final Pattern TABLE =
            Pattern.compile(
                    "<table [^>]*data-table=\"steady (\\S+)\">(.*?)</table>", Pattern.DOTALL);

    private static final Pattern LINE = Pattern.compile("<tr.*?</tr>");
    private static final Pattern CELL = Pattern.compile("<t[hd].*?>(?:<button>)?(.*?)<");

    @TempDir private static Path root;

    private static JsonNode json = JsonMapper.shared().createObjectNode();
    private static List<String> report = List.of();
    private static final Map<String, List<List<String>>> details = new LinkedHashMap<>();

    @BeforeAll
    static void write() throws IOException {
        SessionFolder folder = RecordedFolder.improved(root);
        SessionReports.write(folder, SampleDefaults.DEFAULTS);
        report = Files.readAllLines(folder.report());
        TABLE.matcher(Files.readString(folder.folder().resolve("details.html")))
                .results()
                .forEach(table -> details.put(table.group(1), lines(table.group(2))));
        json =
                JsonMapper.shared()
                        .readTree(Files.readString(folder.folder().resolve("comparison.json")));
    }

    private static List<List<String>> lines(String table) {
        return LINE.matcher(table)
                .results()
                .map(line ->
                        CELL.matcher(line.group())
                                .results()
                                .map(cell -> cell.group(1).replace("&lt;", "<"))
                                .toList())
                .toList();
    }

    /// The path of a column in a row of `comparison.json`, and the factor to the shown unit.
    private record Cell(String path, double factor) {}

    private static double factor(JsonNode row) {
        return switch (row.get("unit").asString()) {
            case "NANOS_PER_OPERATION" -> 1e-3;
            case "BYTES_PER_OPERATION" -> 1 / 1024.0;
            case "FRACTION" -> 100;
            default -> 1;
        };
    }

    private static double perSecondFactor(JsonNode row) {
        return row.get("unit").asString().equals("BYTES_PER_OPERATION") ? 1 / 1024.0 : 1e-6;
    }

    private static List<Cell> cells(String column, JsonNode row) {
        double unit = factor(row);
        return switch (column) {
            case "A", "B" ->
                    List.of(
                            new Cell("/" + column.toLowerCase(Locale.ROOT) + "/mean", unit),
                            new Cell("/" + column.toLowerCase(Locale.ROOT) + "/deviation", unit));
            case "Share A", "Share B" -> {
                String side = column.endsWith("A") ? "/a" : "/b";
                yield List.of(
                        new Cell(side + "/share", 100), new Cell(side + "/samplingError", 100));
            }
            case "A/s" -> List.of(new Cell("/a/perSecond", perSecondFactor(row)));
            case "B/s" -> List.of(new Cell("/b/perSecond", perSecondFactor(row)));
            case "Change" -> List.of(new Cell("/relative", 100));
            case "Of the whole" ->
                    List.of(
                            new Cell("/change", 100),
                            new Cell("/interval/low", 100),
                            new Cell("/interval/high", 100));
            case "p" -> List.of(new Cell("/adjusted", 1));
            case "Found in 80 of 100" -> List.of(new Cell("/detectable", 100));
            case "Floor" -> List.of(new Cell("/floor", 100));
            case "Samples A" -> List.of(new Cell("/a/samples", 1));
            case "Samples B" -> List.of(new Cell("/b/samples", 1));
            default -> throw new AssertionError("no rule for the column " + column);
        };
    }

    @Test
    void everyNumberOfTheDetailTablesIsInTheComparison() {
        int checked = 0;
        for (Map.Entry<String, List<List<String>>> table : details.entrySet()) {
            if (!List.of("runs", "spans").contains(table.getKey())) {
                checked += table(table.getKey(), table.getValue());
            }
        }
        assertThat(checked).isGreaterThan(1000);
    }

    private static int table(String id, List<List<String>> lines) {
        JsonNode rows = find(id).get("rows");
        List<String> heads = lines.getFirst();
        assertThat(lines).as(id).hasSize(rows.size() + 1);
        int checked = 0;
        for (int r = 0; r < rows.size(); r++) {
            JsonNode row = rows.get(r);
            List<String> cells = lines.get(r + 1);
            assertThat(cells.getFirst().replace(", alone", ""))
                    .isEqualTo(row.get("name").asString());
            for (int c = 1; c < heads.size(); c++) {
                String head = heads.get(c);
                if (head.equals("Verdict")) {
                    assertThat(cells.get(c)).isEqualTo(verdict(row));
                } else {
                    checked +=
                            check(
                                    cells.get(c),
                                    id + " " + row.get("name") + " " + head,
                                    values(cells(head, row), row));
                }
            }
        }
        return checked;
    }

    private static List<Double> values(List<Cell> cells, JsonNode row) {
        List<Double> values = new ArrayList<>();
        for (Cell cell : cells) {
            JsonNode node = row.at(cell.path());
            if (node.isNumber()) {
                values.add(node.asDouble() * cell.factor());
            }
        }
        return values;
    }

    /// Checks that the numbers of a cell are these values, in this order, rounded as shown.
    private static int check(String cell, String where, List<Double> values) {
        if (cell.equals("< 0.0001")) {
            assertThat(values.getFirst()).as(where).isLessThan(0.0001);
            return 1;
        }
        List<String> numbers = numbers(cell);
        assertThat(numbers).as("%s: '%s' of %s", where, cell, values).hasSize(values.size());
        for (int i = 0; i < numbers.size(); i++) {
            assertThat(isRounded(numbers.get(i), values.get(i)))
                    .as("%s: '%s' of %s", where, numbers.get(i), values.get(i))
                    .isTrue();
        }
        return numbers.size();
    }

    private static boolean isRounded(String shown, double value) {
        String plain = shown.replace("−", "-").replaceAll("[+  ]", "");
        int point = plain.indexOf('.');
        int decimals = point < 0 ? 0 : plain.length() - point - 1;
        return Math.abs(Double.parseDouble(plain) - value) <= 0.5000001 * Math.pow(10, -decimals);
    }

    private static List<String> numbers(String text) {
        return NUMBER.matcher(text).results().map(found -> found.group()).toList();
    }

    private static String verdict(JsonNode row) {
        return row.has("verdict")
                ? row.get("verdict").asString().toLowerCase(Locale.ROOT).replace('_', ' ')
                : "untested";
    }

    private static JsonNode window() {
        return json.get("windows").get(0);
    }

    private static JsonNode find(String id) {
        if (id.equals("figures")) {
            return window().get("figures");
        }
        return events().flatMap(event ->
                        Stream.of(
                                        "exclusive",
                                        "inclusive",
                                        "frames",
                                        "appeared",
                                        "net",
                                        "hotspotLeaves")
                                .map(event::get))
                .filter(table -> table.get("id").asString().equals(id))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no table " + id));
    }

    private static Stream<JsonNode> events() {
        return window().get("events").valueStream();
    }

    private static JsonNode row(JsonNode table, String name) {
        return table.get("rows")
                .valueStream()
                .filter(row -> row.get("name").asString().equals(name))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no row " + name));
    }

    @Test
    void everyRunIsShownAsItWas() {
        List<List<String>> lines = details.getOrDefault("runs", List.of());
        List<String> figures =
                List.of(
                        "answered",
                        "latency p50",
                        "latency p90",
                        "latency p99",
                        "CPU of the process");
        int line = 1;
        for (String side : List.of("/a", "/b")) {
            JsonNode runs = window().get("runs").get(side.equals("/a") ? 0 : 1);
            for (int r = 0; r < runs.size(); r++, line++) {
                List<String> cells = lines.get(line);
                assertThat(cells.getFirst()).isEqualTo(runs.get(r).asString());
                for (int f = 0; f < figures.size(); f++) {
                    JsonNode row = row(window().get("figures"), figures.get(f));
                    check(
                            cells.get(f + 1),
                            figures.get(f),
                            List.of(row.at(side + "/values").get(r).asDouble() * factor(row)));
                }
            }
        }
        assertThat(lines).hasSize(line);
    }

    @Test
    void everySpanIsShownOnBothSides() {
        List<List<String>> lines = details.getOrDefault("spans", List.of());
        JsonNode spans = window().get("spans");
        assertThat(spans.size()).isPositive();
        assertThat(lines).hasSize(spans.size() + 1);
        for (int i = 0; i < spans.size(); i++) {
            List<String> cells = lines.get(i + 1);
            JsonNode span = spans.get(i);
            assertThat(cells.getFirst()).isEqualTo(span.get("tag").asString());
            int cell = 1;
            for (String of : List.of("/perSecond", "/p50", "/p99")) {
                for (String side : List.of("/a", "/b")) {
                    check(
                            cells.get(cell++),
                            of + side,
                            List.of(
                                    span.at(of + side + "/mean").asDouble(),
                                    span.at(of + side + "/deviation").asDouble()));
                }
                if (!of.equals("/perSecond")) {
                    check(
                            cells.get(cell++),
                            of,
                            List.of(100 * span.at(of + "/relative").asDouble()));
                }
            }
        }
    }

    @Test
    void theTableOfTheReportHasTheRowsThatDecideAndTheirVerdicts() {
        List<List<String>> lines =
                report.stream()
                        .dropWhile(line -> !line.startsWith("| steady"))
                        .takeWhile(line -> line.startsWith("|"))
                        .map(line -> List.of(line.substring(2).split(" \\| | \\|$")))
                        .toList();
        Map<String, JsonNode> rows = new LinkedHashMap<>();
        rows.put(
                "CPU per request",
                row(find("figures"), "CPU without compiler, collector and profiler"));
        rows.put("allocation per request", row(find("figures"), "allocated"));
        rows.put("latency p50", row(find("figures"), "latency p50"));
        rows.put("latency p99", row(find("figures"), "latency p99"));
        rows.put("lag of the views p99", row(find("figures"), "lag of the views, p99"));
        rows.put("CPU per request of the outbox", row(find("cpu-inclusive"), "outbox"));
        rows.put("CPU of code only in A or only in B", find("cpu-net").get("rows").get(0));
        rows.put("allocation of code only in A or only in B", find("alloc-net").get("rows").get(0));
        assertThat(lines).hasSize(rows.size() + 2);
        for (List<String> cells : lines.subList(2, lines.size())) {
            JsonNode row = Objects.requireNonNull(rows.get(cells.getFirst()), cells.getFirst());
            check(cells.get(1), "A", List.of(row.at("/a/mean").asDouble() * factor(row)));
            check(cells.get(2), "B", List.of(row.at("/b/mean").asDouble() * factor(row)));
            String change = cells.getFirst().contains("code only") ? "/change" : "/relative";
            check(cells.get(3), "change", List.of(100 * row.at(change).asDouble()));
            assertThat(cells.get(5)).startsWith(verdict(row));
        }
    }

    @Test
    void exclusiveSharesSumToTheWhole() {
        events().forEach(event -> {
            for (String side : List.of("/a/share", "/b/share")) {
                double sum =
                        event.get("exclusive")
                                .get("rows")
                                .valueStream()
                                .mapToDouble(row -> row.at(side).asDouble())
                                .sum();
                assertThat(sum).isBetween(0.9999, 1.0001);
            }
        });
    }
}
