package dev.cobnut.loadtests.ledger;

import java.util.List;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/// The fate of the commands of a run with crashes.
///
/// @param seed seed of all randomness of the run
/// @param crashes number of SIGKILLs
/// @param acknowledged commands with a successful answer, on disk in the ledger
/// @param found number of acknowledged commands that the service still has at the end
/// @param lost acknowledged − found
/// @param lossPerCrashBelow without a loss: 95 % upper bound of the share of crashes with a loss
///   (3/n); otherwise 1
/// @param refused commands that the service rejected
/// @param unknown commands without an answer
/// @param unknownTookEffect number of unknown commands that were found after the restart
/// @param repeated commands that were sent again with their key after the restart
/// @param duplicates orders beyond one per key
/// @param longestUnavailableMs longest time from a SIGKILL until the service is ready again
/// @param findingCount number of all findings
/// @param findings the first findings
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

    /// Number of findings that a report shows in full.
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
