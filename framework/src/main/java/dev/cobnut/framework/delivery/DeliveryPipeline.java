package dev.cobnut.framework.delivery;

import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.jet.core.Processor;
import com.hazelcast.jet.core.ProcessorSupplier;
import com.hazelcast.jet.pipeline.BatchSource;
import com.hazelcast.jet.pipeline.Pipeline;
import com.hazelcast.jet.pipeline.ServiceFactories;
import com.hazelcast.jet.pipeline.ServiceFactory;
import com.hazelcast.jet.pipeline.Sink;
import com.hazelcast.jet.pipeline.SinkBuilder;
import com.hazelcast.jet.pipeline.SourceBuilder;
import com.hazelcast.jet.pipeline.SourceBuilder.SourceBuffer;
import dev.cobnut.framework.delivery.Delivery.Projected;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;

/// The Jet job: the names and the order of its stages. [Delivery] does their work.
///
/// Every stage is one thread per member (`localParallelism` 1). It is not cooperative, because
/// stages wait for maps and for the journal. An item is a page and not an event, so that the cost
/// of a hand-over between stages arises once per page. All edges are local: the source of a member
/// drains the partitions of that member.
///
/// Each member runs a job of its own. Jet starts each job on all members. On the other members, its
/// source ends at once, and its other stages with it.
final class DeliveryPipeline {

    private DeliveryPipeline() {}

    /// The job of one member.
    ///
    /// @param member the member whose partitions it drains
    static Pipeline createFor(UUID member) {
        Pipeline pipeline = Pipeline.create();
        pipeline.setPreserveOrder(true);
        pipeline.readFrom(drainOutboxOf(member))
                .setLocalParallelism(1)
                .mapUsingService(delivery(), Stage::project)
                .setName("project")
                .setLocalParallelism(1)
                .writeTo(record())
                .setLocalParallelism(1);
        return pipeline;
    }

    private static BatchSource<DeliveryPage> drainOutboxOf(UUID member) {
        return SourceBuilder.batch("drain-outbox", context -> beginOn(member, context))
                .<DeliveryPage>fillBufferFn(DeliveryPipeline::drainOrEnd)
                .distributed(1)
                .build();
    }

    private static Sink<Projected> record() {
        return SinkBuilder.sinkBuilder("record", DeliveryPipeline::ofSink)
                .<Projected>receiveFn(Stage::record)
                .preferredLocalParallelism(1)
                .build();
    }

    private static ServiceFactory<?, Stage> delivery() {
        return ServiceFactories.sharedService(DeliveryPipeline::ofService).toNonCooperative();
    }

    private static Delivery begin(Processor.Context context) {
        Delivery delivery = of(context.hazelcastInstance());
        delivery.beginJob();
        return delivery;
    }

    /// @return empty on all members except the given one
    private static Optional<Delivery> beginOn(UUID member, Processor.Context context) {
        HazelcastInstance hazelcast = context.hazelcastInstance();
        return hazelcast.getCluster().getLocalMember().getUuid().equals(member)
                ? Optional.of(begin(context))
                : Optional.empty();
    }

    private static void drainOrEnd(Optional<Delivery> delivery, SourceBuffer<DeliveryPage> buffer) {
        if (delivery.isEmpty()) {
            buffer.close();
        } else {
            drain(delivery.get(), buffer);
        }
    }

    private static void drain(Delivery delivery, SourceBuffer<DeliveryPage> buffer) {
        DeliveryPage page = delivery.drain();
        if (page != null) {
            buffer.add(page);
        }
    }

    // One method per kind of context. Java serialization confuses two references to the same method
    // whose parameter types differ, and the cast fails at run time.

    private static Stage ofService(ProcessorSupplier.Context context) {
        return new Stage(context.hazelcastInstance());
    }

    private static Stage ofSink(Processor.Context context) {
        return new Stage(context.hazelcastInstance());
    }

    /// A stage on one member. It looks up the member's delivery when an item arrives and not at its
    /// start. The job of another member also starts here, possibly before this member has a
    /// delivery.
    private record Stage(HazelcastInstance hazelcast) {

        Projected project(DeliveryPage page) {
            return of(hazelcast).project(page);
        }

        void record(Projected page) {
            of(hazelcast).record(page);
        }
    }

    private static Delivery of(HazelcastInstance hazelcast) {
        return (Delivery)
                Objects.requireNonNull(
                        hazelcast.getUserContext().get(Delivery.CONTEXT_KEY),
                        "this member has no delivery: start it by DeliveryRuntime");
    }
}
