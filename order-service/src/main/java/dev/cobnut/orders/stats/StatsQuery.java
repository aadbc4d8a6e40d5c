package dev.cobnut.orders.stats;

import java.time.Instant;
import java.util.Currency;
import org.jspecify.annotations.Nullable;

/// Which sums somebody wants.
///
/// @param from a whole minute
/// @param to the first minute that is not wanted
/// @param stepMinutes minutes of one point; `from` and `to` are multiples of it since 1970
/// @param currency null for all
/// @param productsMax most products of the list of top products
/// @param pointsMax at more points, the answer is [StatsAnswer.TooManyPoints]
public record StatsQuery(
        Instant from,
        Instant to,
        int stepMinutes,
        @Nullable Currency currency,
        int productsMax,
        int pointsMax) {}
