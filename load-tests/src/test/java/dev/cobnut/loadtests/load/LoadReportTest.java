package dev.cobnut.loadtests.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cobnut.lab.load.ServiceCounters;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LoadReportTest {

    @Test
    void theAnswersOfAPhaseAreThoseBetweenTwoScrapes() {
        ServiceCounters before = scrape(Map.of("200", 30L, "201", 10L));
        ServiceCounters after = scrape(Map.of("200", 30L, "201", 60L, "412", 2L));

        assertThat(LoadReport.answers(before, after)).isEqualTo(Map.of("201", 50L, "412", 2L));
    }

    private static ServiceCounters scrape(Map<String, Long> answers) {
        return new ServiceCounters(Instant.EPOCH, 0, answers, 0, 0, 0, 0, 0, 0, 0, null, null);
    }
}
