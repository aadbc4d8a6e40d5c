package dev.cobnut.loadtests.ledger;

import java.util.List;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/// What became of the acknowledged commands of a run with crashes.
///
/// @param seed of everything random in the run
/// @param crashes number of SIGKILLs
/// @param acknowledged commands with an answer of success, on disk in the ledger
/// @param found of those, how many the service still knew at the end
/// @param lost acknowledged − found
/// @param lossPerCrashBelow with no loss: upper bound at 95 % of the share of crashes that lose
///   something (3/n); 1 otherwise
/// @param refused commands that the service turned down
/// @param unknown commands without an answer
/// @param unknownTookEffect of those, how many were found after the restart
/// @param repeated commands that were sent again with their key after the restart
/// @param duplicates orders beyond the one per key
/// @param longestUnavailableMs from a SIGKILL to the service being ready again
/// @param findingCount number of all findings
/// @param findings the first of them
record CrashReport(
        long seed,
        int crashes,
        long acknowledged,
        long found,
        long lost,
        double lossPerCrashBelow,
        long refused,
        long unknown,
        long unknownTookEffect,
        long repeated,
        long duplicates,
        long longestUnavailableMs,
        int findingCount,
        List<Finding> findings) {

    /// Findings that a report shows in full.
    static final int FINDINGS_SHOWN_MAX = 20;

    public CrashReport {
        findings = List.copyOf(findings.subList(0, Math.min(FINDINGS_SHOWN_MAX, findings.size())));
    }

    public String toJson() {
        return JsonMapper.builder()
                .enable(SerializationFeature.INDENT_OUTPUT)
                .build()
                .writeValueAsString(this);
    }
}
