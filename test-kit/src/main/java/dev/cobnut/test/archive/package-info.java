/// Stored events of every past version, kept in the source tree and read by each build.
///
/// ```text
/// EventArchive   the files of a codec: writes what is missing, and checks that everything in it is still read as it was
/// ```
@NullMarked
package dev.cobnut.test.archive;

import org.jspecify.annotations.NullMarked;
