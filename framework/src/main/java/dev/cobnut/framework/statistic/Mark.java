package dev.cobnut.framework.statistic;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// A place in the journal that a commit reaches.
///
/// @param lastEvent id of the event at the position; null when it is not known
/// @param asOf set when it was the end of the journal: everything that was committed before this
///   instant is at the position or before
record Mark(long position, @Nullable UUID lastEvent, @Nullable Instant asOf) {}
