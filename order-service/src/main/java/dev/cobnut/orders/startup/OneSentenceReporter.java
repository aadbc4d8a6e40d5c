package dev.cobnut.orders.startup;

import static org.springframework.boot.logging.LoggingSystemProperty.CONSOLE_STRUCTURED_FORMAT;

import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalysisReporter;

/// Prints a known failure as one line. The log level switches Spring Boot's own report off, which
/// has ten lines. When the console has a structured format, the line is an entry of the log: who
/// reads that format understands no other line.
final class OneSentenceReporter implements FailureAnalysisReporter {

    private static final Logger LOG = LoggerFactory.getLogger(OneSentenceReporter.class);

    private static final Pattern WHITE_SPACE = Pattern.compile("\\s+");

    @Override
    public void report(FailureAnalysis analysis) {
        String action = analysis.getAction();
        String sentence =
                action == null || action.isBlank()
                        ? analysis.getDescription()
                        : analysis.getDescription() + " " + action;
        String line = "Cannot start: " + WHITE_SPACE.matcher(sentence.strip()).replaceAll(" ");
        if (System.getProperty(CONSOLE_STRUCTURED_FORMAT.getEnvironmentVariableName()) == null) {
            System.err.println(line);
        } else {
            LOG.error(line);
        }
    }
}
