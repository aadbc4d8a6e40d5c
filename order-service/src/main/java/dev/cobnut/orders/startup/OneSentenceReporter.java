package dev.cobnut.orders.startup;

import java.util.regex.Pattern;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalysisReporter;

/// Prints a known failure as one line. The log level switches Spring Boot's own report off, which
/// has ten lines.
final class OneSentenceReporter implements FailureAnalysisReporter {

    private static final Pattern WHITE_SPACE = Pattern.compile("\\s+");

    @Override
    public void report(FailureAnalysis analysis) {
        String action = analysis.getAction();
        String sentence =
                action == null || action.isBlank()
                        ? analysis.getDescription()
                        : analysis.getDescription() + " " + action;
        System.err.println(
                "Cannot start: " + WHITE_SPACE.matcher(sentence.strip()).replaceAll(" "));
    }
}
