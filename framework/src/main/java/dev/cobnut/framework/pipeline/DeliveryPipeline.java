package dev.cobnut.framework.pipeline;

import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.jet.core.Processor;
import com.hazelcast.jet.core.ProcessorSupplier;
import com.hazelcast.jet.pipeline.Pipeline;
import com.hazelcast.jet.pipeline.ServiceFactories;
import com.hazelcast.jet.pipeline.ServiceFactory;
import com.hazelcast.jet.pipeline.Sink;
import com.hazelcast.jet.pipeline.SinkBuilder;
import com.hazelcast.jet.pipeline.SourceBuilder;
import com.hazelcast.jet.pipeline.SourceBuilder.SourceBuffer;
import com.hazelcast.jet.pipeline.StreamSource;
import dev.cobnut.framework.outbox.DeliveryPage;
import dev.cobnut.framework.pipeline.Delivery.Projected;
import java.util.Objects;

/// The Jet job: names and order of the stages. What they do is in [Delivery].
///
/// Every stage is one thread per member (`localParallelism` 1, not cooperative: stages wait for
/// maps and for the journal). The item is a page, not an event, so that a hand-over between stages
/// is paid once per page. All edges are local: the source of a member drains the partitions of that
/// member.
final class DeliveryPipeline {

    static final String JOB_NAME = "cobnut-delivery";

    private DeliveryPipeline() {}

    static Pipeline create() {
        Pipeline pipeline = Pipeline.create();
        pipeline.setPreserveOrder(true);
        pipeline.readFrom(drainOutbox())
                .withoutTimestamps()
                .setLocalParallelism(1)
                .mapUsingService(delivery(), Delivery::project)
                .setName("project")
                .setLocalParallelism(1)
                .writeTo(record())
                .setLocalParallelism(1);
        return pipeline;
    }

    private static StreamSource<DeliveryPage> drainOutbox() {
        return SourceBuilder.stream("drain-outbox", DeliveryPipeline::begin)
                .<DeliveryPage>fillBufferFn(DeliveryPipeline::drain)
                .distributed(1)
                .build();
    }

    private static Sink<Projected> record() {
        return SinkBuilder.sinkBuilder("record", DeliveryPipeline::ofSink)
                .<Projected>receiveFn(Delivery::record)
                .preferredLocalParallelism(1)
                .build();
    }

    private static ServiceFactory<?, Delivery> delivery() {
        return ServiceFactories.sharedService(DeliveryPipeline::ofService).toNonCooperative();
    }

    private static Delivery begin(Processor.Context context) {
        Delivery delivery = of(context.hazelcastInstance());
        delivery.beginJob();
        return delivery;
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

    private static Delivery ofService(ProcessorSupplier.Context context) {
        return of(context.hazelcastInstance());
    }

    private static Delivery ofSink(Processor.Context context) {
        return of(context.hazelcastInstance());
    }

    private static Delivery of(HazelcastInstance hazelcast) {
        return (Delivery)
                Objects.requireNonNull(
                        hazelcast.getUserContext().get(Delivery.CONTEXT_KEY),
                        "this member has no delivery: start it by DeliveryRuntime");
    }
}
