package dev.cobnut.lab.load;

import java.util.ArrayList;
import java.util.List;

/// Compares when the generator started its users with when they were due.
///
/// Gatling measures a request from the moment it is sent. A generator that lacks CPU sends later
/// than planned, and the latencies do not show the delay. Only these figures show it.
///
/// @param users that were due
/// @param lateP99Ms delay of users, relative to the most punctual user of the run
/// @param secondsBehind seconds in which fewer than [#BEGUN_SHARE_MIN] of the due users began
/// @param seconds that were examined
public record Punctuality(
        long users,
        double lateP50Ms,
        double lateP99Ms,
        double lateMaxMs,
        int secondsBehind,
        int seconds) {

    public static final double LATE_P99_MAX_MS = 50;
    public static final double BEGUN_SHARE_MIN = 0.9;

    /// Sentences that say why the generator was starved; empty when it was not.
    public List<String> complaints() {
        List<String> complaints = new ArrayList<>();
        if (lateP99Ms > LATE_P99_MAX_MS) {
            complaints.add(
                    "The generator was starved: 1 %% of its users began %.0f ms late or more, up to %.0f ms."
                            .formatted(lateP99Ms, lateMaxMs));
        }
        if (secondsBehind > 0) {
            complaints.add(
                    "The generator was behind its plan: in %d of %d seconds fewer than %.0f %% of the due users began."
                            .formatted(secondsBehind, seconds, 100 * BEGUN_SHARE_MIN));
        }
        return complaints;
    }
}
