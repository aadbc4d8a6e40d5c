package dev.cobnut.lab.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.cobnut.lab.compare.Comparison;
import dev.cobnut.lab.compare.Comparison.WindowComparison;
import dev.cobnut.lab.compare.RecordedFolder;
import dev.cobnut.lab.compare.RequestComparison;
import dev.cobnut.lab.compare.SessionFolder;
import dev.cobnut.lab.plan.SampleDefaults;
import dev.cobnut.lab.report.DetailsPage.Line;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RequestTablesTest {

    private static final String UNKNOWN = "waits by endpoint are not known";

    @TempDir private static Path root;

    private static SessionFolder folder = new SessionFolder(Path.of("none"));
    private static List<WindowComparison> windows = List.of();

    @BeforeAll
    static void write() throws IOException {
        folder = RecordedFolder.waiting(root);
        windows = SessionReports.write(folder, SampleDefaults.DEFAULTS).windows();
    }

    private static String details(SessionFolder session) throws IOException {
        return Files.readString(session.folder().resolve("details.html"));
    }

    @Test
    void thePartsOfTheElapsedTimeSumToIt() {
        RequestTables tables = RequestTables.of(windows.getFirst());
        assertThat(tables.waits().heads())
                .containsExactly(
                        "Requests",
                        "Elapsed",
                        "group commit",
                        "read of a map",
                        ElapsedParts.CPU,
                        ElapsedParts.REST,
                        "CPU samples");
        assertThat(tables.waits().lines())
                .extracting(line -> line.cells().getFirst())
                .containsExactly(
                        "POST /orders, median, A",
                        "POST /orders, median, B",
                        "POST /orders, slowest, A",
                        "POST /orders, slowest, B");
        for (Line line : tables.waits().lines()) {
            double elapsed = Double.parseDouble(line.cells().get(2));
            double parts =
                    line.cells().subList(3, 7).stream().mapToDouble(Double::parseDouble).sum();
            assertThat(parts).as(line.toString()).isCloseTo(elapsed, within(0.01 * elapsed));
            assertThat(line.cells().get(5)).as("sampled CPU, ms").isEqualTo("0.300");
        }
    }

    @Test
    void whatNoEndpointSpendsIsTheRestOfTheProfile() {
        List<Line> lines = RequestTables.of(windows.getFirst()).costs().lines();
        RequestComparison posts =
                Objects.requireNonNull(
                        ElapsedParts.known(windows.getFirst()).getFirst().requests());
        assertThat(lines).hasSize(2);
        assertThat(lines.getFirst().cells()).startsWith("POST /orders").contains("300 ± 0");
        assertThat(posts.cpu().a().share()).isBetween(0.05, 0.95);
        assertThat(lines.getLast().cells().get(4))
                .isEqualTo(
                        ReportNumbers.percent(1 - Objects.requireNonNull(posts.cpu().a().share())));
    }

    @Test
    void theLongerLatencyNamesTheWaitThatGrew() throws IOException {
        String report = Files.readString(folder.report());
        assertThat(report)
                .containsPattern("Latency p50 rose by .*mostly `group commit`")
                .containsPattern(
                        "Of the slowest hundredth of `POST /orders`, one request takes .*"
                                + "% of it `group commit`\\.");
    }

    @Test
    void thePictureHasABarForTheMedianAndTheSlowestOfBothVariants() throws IOException {
        assertThat(details(folder))
                .doesNotContain(UNKNOWN)
                .contains("<svg")
                .contains(">median, A<", ">median, B<", ">slowest 1 %, A<", ">slowest 1 %, B<")
                .containsPattern("<rect [^>]*><title>group commit: [\\d.]+ ms, [\\d.]+ %</title>");
    }

    @Test
    void aSessionWithoutWaitsSaysSoInOneSentence(@TempDir Path other) throws IOException {
        SessionFolder without = RecordedFolder.sameVariants(other);
        Comparison comparison = SessionReports.write(without, SampleDefaults.DEFAULTS);
        assertThat(details(without)).containsOnlyOnce(UNKNOWN).doesNotContain("<svg");
        assertThat(Files.readString(without.report())).doesNotContain("slowest hundredth");
        assertThat(Files.readString(without.folder().resolve("comparison.json")))
                .doesNotContain("waitsMs");
        assertThat(comparison.windows().getFirst().spans())
                .allSatisfy(span -> assertThat(span.requests()).isNull());
    }
}
