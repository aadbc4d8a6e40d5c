/// Membership of the cluster, and the majority that a member needs to work.
///
/// In: [ClusterSettings]. Out: the part of Hazelcast's configuration that members need to find,
/// lose and find each other again ([ClusterConfig]), and the [Majority] that every command asks.
///
/// ```text
///  members (configured)   majority   may be lost
///          1                 1            0        alone: joins nobody
///          3                 2            1
///          5                 3            2
/// ```
///
/// Promises: a member joins only members over the same journal; a member that does not see a
/// majority writes no map and takes no command. The journal, and not this package, prevents that a
/// version of a stream is written twice: its unique key (stream, version) also holds between a
/// split and its detection.
///
/// [StreamOwnership] tells which streams this member owns. Only speed depends on it.
@NullMarked
package dev.cobnut.framework.cluster;

import org.jspecify.annotations.NullMarked;
