package dev.cobnut.framework.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.cluster.Address;
import com.hazelcast.jet.core.Vertex;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What Jet sends of the delivery job. `ClusterTest` runs it on several members.
class DeliveryPipelineTest {

    /// Jet sent lambdas of our classes to all members. A member of another version could not read
    /// them: the job failed, and nothing was delivered while readiness was UP.
    @Test
    void otherMembersAreSentNoClassOfOurs() throws Exception {
        Address own = address(5701);
        Address other = address(5702);
        int stages = 0;
        for (Vertex stage : DeliveryPipeline.createFor(own)) {
            var partOf = stage.getMetaSupplier().get(List.of(own, other));
            assertThat(serialized(partOf.apply(other)))
                    .as("%s on another member", stage.getName())
                    .contains("com.hazelcast.jet")
                    .doesNotContain("cobnut");
            assertThat(serialized(partOf.apply(own)))
                    .as("%s on its own member", stage.getName())
                    .contains("cobnut");
            assertThat(stage.getLocalParallelism()).isEqualTo(1);
            stages++;
        }
        assertThat(stages).isEqualTo(3);
    }

    private static String serialized(Object sent) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(sent);
        }
        return bytes.toString(StandardCharsets.ISO_8859_1);
    }

    private static Address address(int port) throws UnknownHostException {
        return new Address("127.0.0.1", port);
    }
}
