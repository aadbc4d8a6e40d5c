package dev.cobnut.loadtests.cluster;

import dev.cobnut.loadtests.ledger.Finding;
import java.util.List;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/// The fate of the commands of a cluster under a fault.
///
/// @param seed seed of all randomness of the run
/// @param commandsPerSecond successful answers per second while the load ran
/// @param acknowledged commands with a successful answer, on disk in the ledger
/// @param found number of acknowledged commands that every member still has at the end
/// @param lost acknowledged − found
/// @param lossPerRoundBelow without a loss: 95 % upper bound of the share of rounds with a loss
///   (3/n); otherwise 1
/// @param refused commands that a rule or a version rejected
/// @param unknown commands with an unanswered attempt and without an acknowledgement while the load
///   ran; they are sent again afterwards
/// @param retried commands that took more than one attempt
/// @param afterMoreThanOneRetry commands that would have failed for a client with one retry
/// @param longestWaitMs longest time from the first attempt of a command to its answer
/// @param longestSilenceMs longest time between two successful answers, over all clients
/// @param minorityRefusals number of 503 answers of members that were cut off
/// @param longestDetectionMs longest time from the cut to the first of them
/// @param longestHealMs longest time from the end of the fault until all members were ready
/// @param plantedLossSeen true when the verification reported an acknowledged event that was
///   deleted from the database after the last round; without this the verification proves nothing
/// @param findingCount number of all findings
/// @param findings the first findings
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

    /// Number of findings that a report shows in full.
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
