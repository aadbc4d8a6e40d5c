/// Decides once whether this process is a single node or a member of a cluster.
///
/// In: the settings of the cluster and the journal. Out: the parts that differ between a single
/// node and a member. No other package asks which of the two the process is.
///
/// | part | [SingleNode] | [ClusterMember] |
/// |---|---|---|
/// | Hazelcast | joins nobody, takes a free port | joins the members over the same journal |
/// | operations on many keys | together, by partition | each by itself: few share a partition |
/// | outbox store | all partitions | its own partitions, and a way to the others |
/// | outbox feed | in the order of positions | to the owner of each stream, in any order |
/// | delivery order | as appended | through a gate of versions |
/// | copies of streams | never lag (SQLite), none (PostgreSQL) | at their owners; they may lag |
/// | membership | always delivers | delivers while the majority is present |
/// | tables | runs all | runs those whose cursors it owns |
/// | commands | always admitted | admitted while the majority is present |
/// | drain delay | none | `cobnut.cluster.drain-delay` |
@NullMarked
package dev.cobnut.framework.topology;

import org.jspecify.annotations.NullMarked;
