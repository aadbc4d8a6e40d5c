/// The shared vocabulary: what an event is, before and after it was recorded.
///
/// Everything that crosses a package border in Cobnut is expressed in these types. They depend on
/// nothing of ours.
///
/// ```text
/// NewEvent       type, schema version, payload, metadata        what a command decided
/// RecordedEvent  + stream, version, position, recorded at       what the journal made of it
/// ```
///
/// Versions of a stream are 1, 2, 3 … without a gap. Positions are the order of the whole journal.
@NullMarked
package dev.cobnut.framework.event;

import org.jspecify.annotations.NullMarked;
