package dev.cobnut.benchmarks.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cobnut.benchmarks.history.RunHistory;
import dev.cobnut.benchmarks.history.RunRecord;
import dev.cobnut.benchmarks.results.GuideTable;
import dev.cobnut.benchmarks.results.ResultsSection;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// The published tables equal the output of the command for the recorded run that they name.
class PublishedResultsTest {

    private static final Pattern RUN = Pattern.compile("\nRun `(\\d{8}-\\d{6}-[^`]+)`");
    private static final Path ROOT = Path.of("..");

    @Test
    void noNumberInTheDocumentsIsWrittenByHand() throws Exception {
        String document = Files.readString(ROOT.resolve("docs/benchmarks.md"));
        String guide = Files.readString(ROOT.resolve("docs/runtime.md"));
        Matcher run = RUN.matcher(document);
        assertThat(run.find()).as("the document names its run").isTrue();
        RunRecord recorded = RunHistory.in(ROOT.resolve("benchmarks/history")).find(run.group(1));

        assertThat(document)
                .isEqualTo(
                        ResultsSection.into(
                                document, ResultsSection.markdown(recorded, Questions.all())));
        assertThat(guide).isEqualTo(ResultsSection.into(guide, GuideTable.markdown(recorded)));
    }
}
