package dev.cobnut.orders.stats;

import dev.cobnut.orders.stats.StatsAnswer.Point;
import java.time.Instant;
import java.util.List;

/// The sums of minutes that have changed after a position.
///
/// @param position the sums contain the events of the journal through this position
/// @param begun how often all sums were forgotten; what was answered before another number is void
/// @param since the sums are complete from this minute on
/// @param points by time and then by currency; each is a whole sum, and not a difference
public record StatsChanges(long position, long begun, Instant since, List<Point> points) {}
