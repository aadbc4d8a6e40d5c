package dev.cobnut.orders;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cobnut.framework.cluster.StreamOwnership;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/// Where new orders live in a cluster.
class OrderIdsTest {

    /// As in a cluster of two: every other stream is another member's.
    private final StreamOwnership ownership = stream -> stream.value().hashCode() % 2 == 0;

    private final OrderIds ids = new OrderServiceConfiguration().orderIds(ownership);

    @Test
    void theStreamOfANewOrderIsOwnedByTheMemberThatTakesIt() {
        UUID before = ids.next();
        for (int i = 0; i < 1_000; i++) {
            UUID id = ids.next();
            assertThat(ownership.isOwned(OrderDecider.streamOf(id))).isTrue();
            assertThat(id.version()).isEqualTo(7);
            assertThat(id.toString()).isGreaterThan(before.toString());
            before = id;
        }
    }

    @Test
    void aMemberThatOwnsNothingYetTakesOrdersAllTheSame() {
        OrderIds alone = new OrderServiceConfiguration().orderIds(_ -> false);
        assertThat(alone.next().version()).isEqualTo(7);
    }
}
