package dev.cobnut.orders.stats;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/// Settings of the statistics.
///
/// @param enabled false: there is no `GET /stats`, and nothing is summed up
/// @param retention how long the sums of a minute are kept, 1h to 7d; a start reads the events of
///   so long
/// @param productCountersMax most counters of products, one for each product, minute and currency,
///   1000 to 10000000; at more, those of the oldest minutes are dropped
/// @param feedsMax most clients of `GET /stats/feed` on this member, 1 to 10000
/// @param feedsPerCallerMax most of them of one authenticated caller, 1 to 10000
@ConfigurationProperties("cobnut.stats")
public record StatsSettings(
        @DefaultValue("true") boolean enabled,
        @DefaultValue("24h") Duration retention,
        @DefaultValue("100000") int productCountersMax,
        @DefaultValue("100") int feedsMax,
        @DefaultValue("10") int feedsPerCallerMax) {

    private static final Duration SHORTEST = Duration.ofHours(1);
    private static final Duration LONGEST = Duration.ofDays(7);
    private static final int COUNTERS_LEAST = 1_000;
    private static final int COUNTERS_MOST = 10_000_000;
    private static final int FEEDS_MOST = 10_000;

    public StatsSettings {
        if (retention.compareTo(SHORTEST) < 0 || retention.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException(
                    "cobnut.stats.retention must be from 1h to 7d, but is %d s"
                            .formatted(retention.toSeconds()));
        }
        if (productCountersMax < COUNTERS_LEAST || productCountersMax > COUNTERS_MOST) {
            throw new IllegalArgumentException(
                    "cobnut.stats.product-counters-max must be from %d to %d, but is %d"
                            .formatted(COUNTERS_LEAST, COUNTERS_MOST, productCountersMax));
        }
        requireFeeds("feeds-max", feedsMax);
        requireFeeds("feeds-per-caller-max", feedsPerCallerMax);
    }

    private static void requireFeeds(String name, int max) {
        if (max < 1 || max > FEEDS_MOST) {
            throw new IllegalArgumentException(
                    "cobnut.stats.%s must be from 1 to %d, but is %d"
                            .formatted(name, FEEDS_MOST, max));
        }
    }
}
