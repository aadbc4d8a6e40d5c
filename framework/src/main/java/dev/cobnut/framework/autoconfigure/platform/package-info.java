/// Looks at what a service runs on, before anything else starts: the libraries that the build chose
/// for it, and what its JVM lets Hazelcast and SQLite use.
///
/// ```text
/// in    versions of Hazelcast and of the drivers of the journal; open packages of the JVM
/// out   nothing                                     all is as it should be
///       a PlatformException                         the start ends; the sentence has the line to add
///       one line at INFO                            the service runs, and would run better with these flags
/// ```
///
/// A library without a version in its manifest or its Maven properties, for example in a jar that
/// was merged of several, is not judged.
@NullMarked
package dev.cobnut.framework.autoconfigure.platform;

import org.jspecify.annotations.NullMarked;
