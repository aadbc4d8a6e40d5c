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

/// The Jet job: names and order of the stages. What they do is in [Delivery].
///
/// Every stage is one thread per member (`localParallelism` 1, not cooperative: stages wait for
/// maps and for the journal). The item is a page, not an event, so that a hand-over between stages
/// is paid once per page. All edges are local: the source of a member drains the partitions of that
/// member.
///
/// Each member runs a job of its own. Jet starts a job on all members; on the others the source of
/// this one ends at once, and the rest with it.
final class DeliveryPipeline {

    private DeliveryPipeline() {}

    /// The job of one member.
    ///
    /// @param member whose partitions it drains
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

    /// @return empty on every member but one
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

    // One method per kind of context: two serializable references to the same method with different
    // parameter types are
    // taken for one when they are read back, and the cast fails at run time.

    private static Stage ofService(ProcessorSupplier.Context context) {
        return new Stage(context.hazelcastInstance());
    }

    private static Stage ofSink(Processor.Context context) {
        return new Stage(context.hazelcastInstance());
    }

    /// A stage on one member. It finds the member's delivery when something comes: the job of
    /// another member starts here, too, and may do so before this one has a delivery.
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
