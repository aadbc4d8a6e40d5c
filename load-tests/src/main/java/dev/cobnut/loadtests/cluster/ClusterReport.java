package dev.cobnut.loadtests.cluster;

import dev.cobnut.loadtests.ledger.Finding;
import java.util.List;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/// What became of the commands of a cluster under a fault.
///
/// @param seed of everything random in the run
/// @param commandsPerSecond answers of success while the load ran
/// @param acknowledged commands with an answer of success, on disk in the ledger
/// @param found of those, how many every member still knew at the end
/// @param lost acknowledged − found
/// @param lossPerRoundBelow with no loss: upper bound at 95 % of the share of rounds that lose
///   something (3/n); 1 otherwise
/// @param refused commands that were turned down by a rule or a version
/// @param unknown commands with an attempt without an answer, of which none was acknowledged while
///   the load ran; sent again afterwards
/// @param retried commands that took more than one attempt
/// @param afterMoreThanOneRetry commands that a client with one retry would have seen fail
/// @param longestWaitMs from the first attempt of a command to its answer
/// @param longestSilenceMs between two answers of success, whoever got them
/// @param minorityRefusals answers 503 of a member that was cut off
/// @param longestDetectionMs from the cut to the first of them
/// @param longestHealMs from the end of the fault until all members were ready
/// @param plantedLossSeen whether an acknowledged event that was deleted from the database after
///   the last round was reported as lost: a harness that does not see that proves nothing
/// @param findingCount number of all findings
/// @param findings the first of them
public record ClusterReport(
        String fault,
        int members,
        int rounds,
        long seed,
        double commandsPerSecond,
        long acknowledged,
        long found,
        long lost,
        double lossPerRoundBelow,
        long refused,
        long unknown,
        long retried,
        long afterMoreThanOneRetry,
        long longestWaitMs,
        long longestSilenceMs,
        long minorityRefusals,
        long longestDetectionMs,
        long longestHealMs,
        boolean plantedLossSeen,
        int findingCount,
        List<Finding> findings) {

    /// Findings that a report shows in full.
    static final int FINDINGS_SHOWN_MAX = 20;

    public ClusterReport {
        findings = List.copyOf(findings.subList(0, Math.min(FINDINGS_SHOWN_MAX, findings.size())));
    }

    public String toJson() {
        return JsonMapper.builder()
                .enable(SerializationFeature.INDENT_OUTPUT)
                .build()
                .writeValueAsString(this);
    }
}
