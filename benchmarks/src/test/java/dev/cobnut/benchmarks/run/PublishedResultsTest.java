package dev.cobnut.benchmarks.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cobnut.benchmarks.history.RunHistory;
import dev.cobnut.benchmarks.history.RunRecord;
import dev.cobnut.benchmarks.results.GuideTable;
import dev.cobnut.benchmarks.results.PublishedRuns;
import dev.cobnut.benchmarks.results.ResultsSection;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// The published tables equal the output of the command for the recorded runs that they name.
class PublishedResultsTest {

    private static final Pattern RUN = Pattern.compile("\nRun `(\\d{8}-\\d{6}-[^`]+)`");
    private static final Path ROOT = Path.of("..");

    @Test
    void noNumberInTheDocumentsIsWrittenByHand() throws Exception {
        String document = Files.readString(ROOT.resolve("docs/benchmarks.md"));
        String guide = Files.readString(ROOT.resolve("docs/runtime.md"));
        RunHistory history = RunHistory.in(ROOT.resolve("benchmarks/history"));
        List<RunRecord> named = new ArrayList<>();
        for (MatchResult run : RUN.matcher(document).results().toList()) {
            named.add(history.find(run.group(1)));
        }
        assertThat(named).as("the document names its runs").isNotEmpty();
        PublishedRuns recorded = PublishedRuns.of(named);

        assertThat(document)
                .isEqualTo(
                        ResultsSection.into(
                                document, ResultsSection.markdown(recorded, Questions.all())));
        assertThat(guide).isEqualTo(ResultsSection.into(guide, GuideTable.markdown(recorded)));
    }
}
