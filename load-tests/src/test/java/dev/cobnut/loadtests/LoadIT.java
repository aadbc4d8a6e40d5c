package dev.cobnut.loadtests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class LoadIT {

    @TempDir Path folder;

    @Test
    void theWholeMixIsAnsweredAsExpectedAndTheServiceIsAccountedFor() throws Exception {
        RealService.command();
        Path out = folder.resolve("out");

        int code =
                LoadTests.commandLine()
                        .execute(
                                "load",
                                "--rate=60",
                                "--duration=6s",
                                "--warm-up=4s",
                                "--out=" + out);

        JsonNode report =
                JsonMapper.shared().readTree(Files.readString(out.resolve("result.json")));
        JsonNode part = report.path("parts").get(0);
        assertThat(code).isZero();
        assertThat(part.path("load").path("errors").properties()).isEmpty();
        assertThat(part.path("load").path("arrivedPerSecond").asDouble()).isPositive();
        assertThat(part.path("requests").propertyNames())
                .contains("place", "read", "list", "confirm", "deliver", "change hot lines");
        JsonNode service = part.path("service");
        long succeeded = part.path("load").path("succeeded").asLong();
        // A busy machine reads the counters late. With the warm-up they would be 67 % more.
        assertThat(service.path("requests").asLong()).isCloseTo(succeeded, withinPercentage(40));
        assertThat(service.path("delivered").asLong()).isPositive();
        assertThat(service.path("cpuSeconds").asDouble()).isPositive();
        assertThat(service.path("viewLagP99Ms").asDouble()).isPositive();
        assertThat(report.path("bystanders").isMissingNode()).isFalse();
    }

    /// A page of each kind and an event of a feed that is followed must come.
    @ParameterizedTest
    @CsvSource({
        "lists, place;list own;first page;next page",
        "feed, place;open feed;first event;confirm;close feed"
    })
    void listsAndFeedsAreAnsweredAsExpected(String simulation, String requests) throws Exception {
        RealService.command();
        Path out = folder.resolve(simulation);

        int code =
                LoadTests.commandLine()
                        .execute(
                                "load",
                                "--simulation=" + simulation,
                                "--rate=20",
                                "--duration=6s",
                                "--warm-up=4s",
                                "--out=" + out);

        JsonNode part =
                JsonMapper.shared()
                        .readTree(Files.readString(out.resolve("result.json")))
                        .path("parts")
                        .get(0);
        assertThat(code).isZero();
        assertThat(part.path("load").path("errors").properties()).isEmpty();
        assertThat(part.path("requests").propertyNames())
                .containsExactlyInAnyOrder(requests.split(";"));
        assertThat(part.path("load").path("succeeded").asLong())
                .as("the requests of a user are counted as planned")
                .isCloseTo(6 * 20, withinPercentage(25));
    }
}
