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

/// Tells the delivery whether it may deliver, and when members or partitions of the cluster have
/// changed.
public abstract sealed class Membership {

    private static final System.Logger LOG = System.getLogger(Membership.class.getName());

    private Membership() {}

    /// The membership of a single node: it may always deliver.
    public static Membership ofSingleNode() {
        return new SingleNode();
    }

    /// The membership of a member of a cluster.
    ///
    /// @param majority true while this member sees the majority. Without it, the other members may
    ///   own this member's partitions, so it must not deliver
    /// @param memberChanged called on one of Hazelcast's threads when another member has gone or
    ///   joined, because a member that comes back may have committed meanwhile; must return at once
    public static Membership ofMember(
            HazelcastInstance hazelcast, BooleanSupplier majority, Runnable memberChanged) {
        return new Member(hazelcast, majority, memberChanged);
    }

    /// True while this member may deliver.
    abstract boolean mayDeliver();

    /// Calls `moved` when partitions may have a new owner, until the returned registration is
    /// closed. The map may then have lost entries that the journal has, and this member may have
    /// gained entries of the map.
    abstract Registration listen(Runnable moved);

    @FunctionalInterface
    interface Registration extends AutoCloseable {
        @Override
        void close();
    }

    private static final class SingleNode extends Membership {

        @Override
        boolean mayDeliver() {
            return true;
        }

        @Override
        Registration listen(Runnable moved) {
            return () -> {};
        }
    }

    private static final class Member extends Membership {

        private final HazelcastInstance hazelcast;
        private final BooleanSupplier majority;
        private final Runnable memberChanged;

        Member(HazelcastInstance hazelcast, BooleanSupplier majority, Runnable memberChanged) {
            this.hazelcast = hazelcast;
            this.majority = majority;
            this.memberChanged = memberChanged;
        }

        @Override
        boolean mayDeliver() {
            return majority.getAsBoolean();
        }

        @Override
        Registration listen(Runnable moved) {
            UUID migrations =
                    hazelcast.getPartitionService().addMigrationListener(new PartitionMoves(moved));
            UUID members =
                    hazelcast
                            .getCluster()
                            .addMembershipListener(new MembershipChanges(moved, memberChanged));
            return () -> {
                try {
                    hazelcast.getPartitionService().removeMigrationListener(migrations);
                    hazelcast.getCluster().removeMembershipListener(members);
                } catch (HazelcastInstanceNotActiveException _) {
                    LOG.log(System.Logger.Level.DEBUG, "the listeners ended with their member");
                }
            };
        }
    }

    private record PartitionMoves(Runnable moved) implements MigrationListener {

        @Override
        public void migrationStarted(MigrationState state) {
            // No partition has moved yet.
        }

        @Override
        public void migrationFinished(MigrationState state) {
            moved.run();
        }

        @Override
        public void replicaMigrationCompleted(ReplicaMigrationEvent event) {
            // One of many migrations: migrationFinished reports the end of all.
        }

        @Override
        public void replicaMigrationFailed(ReplicaMigrationEvent event) {
            // Hazelcast tries it again.
        }
    }

    private record MembershipChanges(Runnable moved, Runnable memberChanged)
            implements MembershipListener {

        @Override
        public void memberAdded(MembershipEvent event) {
            memberChanged.run();
            moved.run(); // the new member may complete the majority
        }

        @Override
        public void memberRemoved(MembershipEvent event) {
            memberChanged.run();
            moved.run();
        }
    }
}
