package dev.cobnut.framework.delivery;

import com.hazelcast.cluster.MembershipEvent;
import com.hazelcast.cluster.MembershipListener;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.core.HazelcastInstanceNotActiveException;
import com.hazelcast.partition.MigrationListener;
import com.hazelcast.partition.MigrationState;
import com.hazelcast.partition.ReplicaMigrationEvent;
import java.util.UUID;
import java.util.function.BooleanSupplier;

/// What delivery in a cluster has to know of the cluster.
///
/// @param majority whether this member sees enough of the others to deliver
/// @param moved called when partitions may have another owner: looks through the journal for what
///   the map lost, and through the map for what it gained
record Members(BooleanSupplier majority, Runnable moved) {

    private static final System.Logger LOG = System.getLogger(Members.class.getName());

    /// Calls `moved` for as long as the returned registration is open.
    Registration listen(HazelcastInstance hazelcast) {
        UUID migrations = hazelcast.getPartitionService().addMigrationListener(new Moves(moved));
        UUID members = hazelcast.getCluster().addMembershipListener(new Goings(moved));
        return () -> {
            try {
                hazelcast.getPartitionService().removeMigrationListener(migrations);
                hazelcast.getCluster().removeMembershipListener(members);
            } catch (HazelcastInstanceNotActiveException _) {
                LOG.log(System.Logger.Level.DEBUG, "the listeners ended with their member");
            }
        };
    }

    @FunctionalInterface
    interface Registration extends AutoCloseable {
        @Override
        void close();
    }

    private record Moves(Runnable moved) implements MigrationListener {

        @Override
        public void migrationStarted(MigrationState state) {
            // Nothing has moved yet.
        }

        @Override
        public void migrationFinished(MigrationState state) {
            moved.run();
        }

        @Override
        public void replicaMigrationCompleted(ReplicaMigrationEvent event) {
            // One of many; the end of all of them counts.
        }

        @Override
        public void replicaMigrationFailed(ReplicaMigrationEvent event) {
            // It is tried again.
        }
    }

    private record Goings(Runnable moved) implements MembershipListener {

        @Override
        public void memberAdded(MembershipEvent event) {
            moved.run(); // it may be the one that makes the majority
        }

        @Override
        public void memberRemoved(MembershipEvent event) {
            moved.run();
        }
    }
}
