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

/// What delivery has to know of the cluster: whether it may deliver, and when it has to look anew.
public abstract sealed class Membership {

    private static final System.Logger LOG = System.getLogger(Membership.class.getName());

    private Membership() {}

    /// A node that has no other members: it may always deliver.
    public static Membership ofSingleNode() {
        return new SingleNode();
    }

    /// @param majority true while this member sees enough of the others to deliver: without it, the
    ///   rest of the cluster has its partitions, or nobody has
    /// @param memberGone called on a thread of Hazelcast's when another member has gone; returns at
    ///   once
    public static Membership ofMember(
            HazelcastInstance hazelcast, BooleanSupplier majority, Runnable memberGone) {
        return new Member(hazelcast, majority, memberGone);
    }

    /// True while this member may deliver.
    abstract boolean mayDeliver();

    /// Calls `moved` for as long as the returned registration is open, when partitions may have
    /// another owner: the journal may have what the map lost, and the map what it gained.
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
        private final Runnable memberGone;

        Member(HazelcastInstance hazelcast, BooleanSupplier majority, Runnable memberGone) {
            this.hazelcast = hazelcast;
            this.majority = majority;
            this.memberGone = memberGone;
        }

        @Override
        boolean mayDeliver() {
            return majority.getAsBoolean();
        }

        @Override
        Registration listen(Runnable moved) {
            UUID migrations =
                    hazelcast.getPartitionService().addMigrationListener(new Moves(moved));
            UUID members =
                    hazelcast
                            .getCluster()
                            .addMembershipListener(new ComingsAndGoings(moved, memberGone));
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

    private record ComingsAndGoings(Runnable moved, Runnable gone) implements MembershipListener {

        @Override
        public void memberAdded(MembershipEvent event) {
            moved.run(); // it may be the one that makes the majority
        }

        @Override
        public void memberRemoved(MembershipEvent event) {
            gone.run();
            moved.run();
        }
    }
}
