/// A journal that acknowledges before it commits: the negative control of the crash harness.
///
/// The product has no setting for it. [EarlyAcknowledgementJar] packs the two other classes into a
/// plug-in, and the real service is started with the plug-in on its class path.
///
/// ```text
/// <data>/early/journal.db   the journal; a start deletes it, as a crash loses memory
/// <data>/journal.db         its copy, written every 200 ms; a start begins with it
/// ```
@NullMarked
package dev.cobnut.loadtests.early;

import org.jspecify.annotations.NullMarked;
