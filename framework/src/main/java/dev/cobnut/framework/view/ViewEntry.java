package dev.cobnut.framework.view;

import dev.cobnut.framework.event.Payload;

/// A view's value as it is kept in the map.
///
/// @param version version of the last event that was applied
record ViewEntry(long version, Payload value) {}
