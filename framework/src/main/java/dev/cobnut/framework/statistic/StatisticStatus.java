package dev.cobnut.framework.statistic;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// How far a statistic is on this member.
///
/// @param position the sums contain the events through this position
/// @param asOf the sums contain every event that was committed before this instant; null while the
///   first run has not reached the end of the journal
/// @param restarts how often the job failed, or ended with another member, and was submitted again
public record StatisticStatus(String name, long position, @Nullable Instant asOf, long restarts) {}
