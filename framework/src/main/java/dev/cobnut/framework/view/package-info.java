/// The views that queries read: projections of streams, kept in memory up to a limit.
///
/// In: events, in order per stream, at least once (from the pipeline). Out: [View]s.
///
/// ```text
/// IMap "view-<name>"   key   <stream>         in the stream's partition
///                      value ViewEntry        version of the last applied event · value as the projection encodes it · behind
///                      at most `cobnut.views.entries-max` entries; a missing or unreadable one is folded from the stream
/// ```
///
/// Promises: an entry contains each event once, which its version ensures, and in the order of the
/// versions. Only a newer entry replaces an entry, whoever writes it. An entry ends before the
/// first event that cannot be applied, and is marked as behind. An entry is a cache of a fold, so
/// nothing needs to be stored or replayed for a restart.
@NullMarked
package dev.cobnut.framework.view;

import org.jspecify.annotations.NullMarked;
