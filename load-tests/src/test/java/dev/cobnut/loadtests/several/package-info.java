/// Commands that write several events: the real service is started with a plug-in that adds events
/// to those of each command.
///
/// ```text
/// placement           OrderPlaced   LinesChanged  LinesChanged
/// any other command   LinesChanged  LinesChanged  its own event
/// ```
@NullMarked
package dev.cobnut.loadtests.several;

import org.jspecify.annotations.NullMarked;
