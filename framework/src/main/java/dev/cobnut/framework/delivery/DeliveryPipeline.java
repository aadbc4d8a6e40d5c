package dev.cobnut.framework.delivery;

import com.hazelcast.cluster.Address;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.function.SupplierEx;
import com.hazelcast.jet.core.AbstractProcessor;
import com.hazelcast.jet.core.DAG;
import com.hazelcast.jet.core.Edge;
import com.hazelcast.jet.core.Processor;
import com.hazelcast.jet.core.ProcessorSupplier;
import com.hazelcast.jet.core.Vertex;
import dev.cobnut.framework.delivery.Delivery.Projected;
import dev.cobnut.framework.jet.OnOneMember;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The Jet job: the names and the order of its stages. [Delivery] does their work.
///
/// Every stage is one thread per member (`localParallelism` 1). It is not cooperative, because
/// stages wait for maps and for the journal. An item is a page and not an event, so that the cost
/// of a hand-over between stages arises once per page. All edges are local: the source of a member
/// drains the partitions of that member.
///
/// A stage that has nothing to do rests, longer each time. So a stage that passes a page on wakes
/// the next one ([StageThread]), and so does a stage that ends: Jet closes it when it has told the
/// next one.
///
/// Each member runs a job of its own ([OnOneMember]), so members of two versions of our classes
/// deliver side by side.
final class DeliveryPipeline {

    private DeliveryPipeline() {}

    /// The job of one member.
    ///
    /// @param member the member whose partitions it drains
    static DAG createFor(Address member) {
        DAG stages = new DAG();
        Vertex drain = stage(stages, "drain-outbox", member, DrainOutbox::new);
        Vertex project = stage(stages, "project", member, Project::new);
        Vertex record = stage(stages, "record", member, Publish::new);
        return stages.edge(Edge.between(drain, project)).edge(Edge.between(project, record));
    }

    private static Vertex stage(
            DAG stages, String name, Address member, SupplierEx<Processor> work) {
        return stages.newVertex(
                        name, new OnOneMember(member.toString(), ProcessorSupplier.of(work)))
                .localParallelism(1);
    }

    private static final class DrainOutbox extends Stage {

        @Override
        void begin(Delivery delivery) {
            delivery.beginJob();
        }

        /// Ends when the member stops. Until then Jet calls it again at once after a page, and
        /// after a pause otherwise.
        @Override
        public boolean complete() {
            DeliveryPage page = delivery().drain();
            if (page != null) {
                boolean _ = tryEmit(page);
                delivery().projecting().wakeForPage();
            }
            return delivery().isEnding();
        }

        @Override
        public void close() {
            delivery().projecting().wake();
        }
    }

    private static final class Project extends Stage {

        @Override
        public boolean tryProcess() {
            delivery().projecting().registerCurrentThread();
            return true;
        }

        @Override
        protected boolean tryProcess(int ordinal, Object page) {
            if (!delivery().isEnding()) {
                boolean _ = tryEmit(delivery().project((DeliveryPage) page));
                delivery().recording().wakeForPage();
            }
            return true;
        }

        @Override
        public void close() {
            delivery().recording().wake();
        }
    }

    private static final class Publish extends Stage {

        @Override
        public boolean tryProcess() {
            delivery().recording().registerCurrentThread();
            return true;
        }

        @Override
        protected boolean tryProcess(int ordinal, Object page) {
            delivery().record((Projected) page);
            return true;
        }
    }

    /// A stage that waits for maps or for the journal, so that it has a thread of its own.
    /// `tryEmit` waits until the next stage has room.
    private abstract static class Stage extends AbstractProcessor {

        private @Nullable Delivery delivery;

        @Override
        protected void init(Context context) {
            Delivery found = of(context.hazelcastInstance());
            delivery = found;
            begin(found);
        }

        void begin(Delivery delivery) {}

        Delivery delivery() {
            return Objects.requireNonNull(delivery, "init comes first");
        }

        @Override
        public boolean isCooperative() {
            return false;
        }
    }

    private static Delivery of(HazelcastInstance hazelcast) {
        return (Delivery)
                Objects.requireNonNull(
                        hazelcast.getUserContext().get(Delivery.CONTEXT_KEY),
                        "this member has no delivery: start it by DeliveryRuntime");
    }
}
