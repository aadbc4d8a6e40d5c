package dev.cobnut.loadtests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cobnut.loadtests.cluster.ClusterReport;
import dev.cobnut.loadtests.cluster.ClusterRun;
import dev.cobnut.loadtests.cluster.Fault;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Three members, each in its own process, over a real PostgreSQL, with one round of each fault,
/// one after the other on the same cluster. For more rounds: `./cobnut bench cluster --fault kill
/// --rounds 10`.
@Timeout(value = 40, unit = TimeUnit.MINUTES)
class ClusterIT {

    /// The 15 s of the documents on a machine that is four times slower. The report has the time
    /// that was measured.
    private static final long UNAVAILABLE_MS_MAX = 60_000;

    private static final Path REPORTS = Path.of("target");

    private static final Map<Fault, ClusterReport> FOUND = new EnumMap<>(Fault.class);

    @TempDir static Path folder;

    @BeforeAll
    static void makeEveryFaultThatCanBeMadeHere() throws Exception {
        List<Fault> possible = new ArrayList<>();
        for (Fault fault : Fault.values()) {
            if (Needs.reasonAgainst(fault).isEmpty()) {
                possible.add(fault);
            }
        }
        if (possible.isEmpty()) {
            return; // every test says why
        }
        long seed = Long.getLong("cobnut.seed", System.nanoTime());
        List<ClusterReport> reports =
                ClusterRun.run(
                        ClusterRun.Settings.of(RealService.command(), folder, possible, 1, seed));
        for (int i = 0; i < possible.size(); i++) {
            FOUND.put(possible.get(i), reports.get(i));
        }
    }

    @ParameterizedTest
    @EnumSource(Fault.class)
    void aFaultUnderLoadLosesNothingThatWasAcknowledged(Fault fault) throws IOException {
        Needs.reasonAgainst(fault).ifPresent(Assumptions::abort);
        ClusterReport report = Objects.requireNonNull(FOUND.get(fault));
        String name = fault.name().toLowerCase(Locale.ROOT);
        Files.writeString(REPORTS.resolve("cluster-report-" + name + ".json"), report.toJson());

        assertThat(report.findings()).as(report.toJson()).isEmpty();
        assertThat(report.plantedLossSeen()).as("the harness sees a loss").isTrue();
        assertThat(report.acknowledged()).isGreaterThan(40);
        assertThat(report.longestWaitMs()).isLessThanOrEqualTo(UNAVAILABLE_MS_MAX);
        if (fault == Fault.PARTITION) {
            assertThat(report.minorityRefusals()).isPositive();
        }
        if (fault == Fault.ROLLING) {
            assertThat(report.afterMoreThanOneRetry()).isZero();
        }
    }
}
