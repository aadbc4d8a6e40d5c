package dev.cobnut.lab.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import dev.cobnut.lab.compare.RecordedFolder;
import dev.cobnut.lab.compare.SessionFolder;
import dev.cobnut.lab.flamegraph.Browser;
import dev.cobnut.lab.plan.SampleDefaults;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Opens `details.html` from disk in a real browser, as wide as a phone and in the dark.
class DetailsPageIT {

    private static final String TABLE = "table[data-table='steady cpu-inclusive'] ";

    @TempDir private Path root;

    @Test
    void atFirstOnlyVerdictsAreShownAndAClickOnAHeadSorts() throws Exception {
        Optional<Path> executable = Browser.executable();
        Assumptions.assumeTrue(executable.isPresent(), "no Chromium is installed, or it is hidden");
        SessionFolder session = RecordedFolder.improved(root);
        SessionReports.write(session, SampleDefaults.DEFAULTS);
        List<String> complaints = new ArrayList<>();

        try (Browser browser = new Browser(executable.orElseThrow())) {
            Path file = session.folder().resolve("details.html");
            Page page = browser.open(file, 400, 800, true, complaints);
            assertThat(page.locator("tbody tr:visible").count()).isPositive();
            assertThat(page.locator("tbody tr:visible:not(.improved):not(.regressed)").count())
                    .isZero();
            page.uncheck("#only");
            assertThat(page.locator(TABLE + "tbody tr:visible").count()).isGreaterThan(5);
            page.click(TABLE + "th:nth-child(2) button");
            assertThat(costs(page)).isSortedAccordingTo(Comparator.reverseOrder());
            page.click(TABLE + "th:nth-child(2) button");
            assertThat(costs(page)).isSorted();
            assertThat(page.evaluate("document.documentElement.scrollWidth")).isEqualTo(400);
        }
        assertThat(complaints).isEmpty();
    }

    private static List<Double> costs(Page page) {
        return page.locator(TABLE + "tbody td:nth-child(2)").allTextContents().stream()
                .map(text -> Double.valueOf(text.replaceAll(" .*", "")))
                .toList();
    }
}
