/// The shared vocabulary: events before and after they are recorded, and the fold of a stream.
///
/// The other packages exchange these types. This package depends on no other one.
///
/// ```text
/// NewEvent       type, schema version, payload, metadata        decided by a command
/// RecordedEvent  + stream, version, position, recorded at       recorded by the journal
/// Versioned      state + version                                folded by StreamFold
/// ```
///
/// [CloudEventFormat] writes a recorded event for others than this service.
///
/// Versions of a stream are 1, 2, 3 … without a gap. Positions are the order of the whole journal.
@NullMarked
package dev.cobnut.framework.event;

import org.jspecify.annotations.NullMarked;
