/// What queries read: projections of streams, kept in memory as far as they fit.
///
/// In: events, in order per stream, at least once (from the pipeline). Out: [View]s.
///
/// ```text
/// IMap "view-<name>"   key   <stream>         in the stream's partition
///                      value ViewEntry        version of the last applied event · value as the projection encodes it
///                      at most `cobnut.views.entries-max` entries; one that is not there is folded from the stream
/// ```
///
/// Promises: an event is applied once (the entry's version tells), and never before the one before
/// it. An entry of this map is a cache of a fold, so nothing needs to be stored or replayed for a
/// restart.
@NullMarked
package dev.cobnut.framework.view;

import org.jspecify.annotations.NullMarked;
