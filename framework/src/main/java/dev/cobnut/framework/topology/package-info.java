/// Decides once whether this process is a single node or a member of a cluster.
///
/// In: the settings of the cluster and the journal. Out: the parts that differ between a single
/// node and a member. No other package asks which of the two the process is.
///
/// | part | [SingleNode] | [ClusterMember] |
/// |---|---|---|
/// | Hazelcast | joins nobody, takes a free port | joins the members over the same journal |
/// | outbox store | all partitions, bulk writes | its own partitions, and the way to the others |
/// | outbox feed | in the order of positions | to the owner of each stream, in no order |
/// | delivery order | as appended | by a gate of versions |
/// | streams | copies that never lag | copies at their owners, which decide nothing |
/// | view writes | in bulk | one by one, newer over older, with a backup |
/// | commands | always admitted | admitted while the majority is there |
@NullMarked
package dev.cobnut.framework.topology;

import org.jspecify.annotations.NullMarked;
