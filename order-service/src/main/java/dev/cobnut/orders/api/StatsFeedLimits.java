package dev.cobnut.orders.api;

import dev.cobnut.orders.stats.StatsSettings;
import dev.cobnut.web.feed.FeedAnswer;
import dev.cobnut.web.problem.ProblemException;
import java.util.HashMap;
import java.util.Map;

/// Counts the clients that follow the statistics on this member, those of each caller too: no
/// caller takes all that there are. Thread-safe.
final class StatsFeedLimits {

    private static final int RETRY_AFTER_SECONDS = 5;

    private final int max;
    private final int perCallerMax;

    // Guarded by this object.
    private final Map<String, Integer> callers = new HashMap<>();
    private int clients;

    StatsFeedLimits(StatsSettings settings) {
        this.max = settings.feedsMax();
        this.perCallerMax = settings.feedsPerCallerMax();
    }

    /// Whoever entered leaves.
    ///
    /// @param caller empty when callers are not known; then only all are counted
    /// @throws ProblemException 503 when there are as many as may be, 429 when of this caller
    synchronized void enter(String caller) {
        if (clients >= max) {
            throw ProblemException.unavailable(
                    "The service has %d feeds of statistics, and takes no more.".formatted(max),
                    RETRY_AFTER_SECONDS);
        }
        if (!caller.isEmpty() && callers.getOrDefault(caller, 0) >= perCallerMax) {
            throw FeedAnswer.tooMany(perCallerMax);
        }
        clients++;
        callers.merge(caller, 1, Integer::sum);
    }

    synchronized void leave(String caller) {
        clients--;
        callers.computeIfPresent(caller, (_, count) -> count == 1 ? null : count - 1);
    }
}
