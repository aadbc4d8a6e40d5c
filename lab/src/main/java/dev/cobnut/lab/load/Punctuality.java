package dev.cobnut.lab.load;

import java.util.ArrayList;
import java.util.List;

/// Whether the generator began its users when they were due.
///
/// Gatling measures a request from the moment it is sent. A generator that lacks CPU sends later
/// than planned, and nothing in the latencies shows it; only this does.
///
/// @param users that were due
/// @param lateP99Ms how much later than due users began, against the most punctual one of the run
/// @param secondsBehind seconds in which fewer than [#BEGUN_SHARE_MIN] of those due began
/// @param seconds that were looked at
public record Punctuality(
        long users,
        double lateP50Ms,
        double lateP99Ms,
        double lateMaxMs,
        int secondsBehind,
        int seconds) {

    public static final double LATE_P99_MAX_MS = 50;
    public static final double BEGUN_SHARE_MIN = 0.9;

    /// Why the generator was starved, a sentence each; none when it was not.
    public List<String> complaints() {
        List<String> complaints = new ArrayList<>();
        if (lateP99Ms > LATE_P99_MAX_MS) {
            complaints.add(
                    "The generator was starved: 1 %% of its users began %.0f ms late or more, up to %.0f ms."
                            .formatted(lateP99Ms, lateMaxMs));
        }
        if (secondsBehind > 0) {
            complaints.add(
                    "The generator was behind its plan: in %d of %d seconds fewer than %.0f %% of the users began that were due."
                            .formatted(secondsBehind, seconds, 100 * BEGUN_SHARE_MIN));
        }
        return complaints;
    }
}
