package dev.cobnut.runtime.mailbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cobnut.runtime.mailbox.Mailbox.Offer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/// The additional contract of a [Mailbox] with a bound.
abstract class BoundedMailboxContract extends MailboxContract {

    @Test
    void aFullMailboxRefusesAMessageAndTakesTheNextOneAfterAPoll() {
        for (int capacity : new int[] {1, 2, 3, 5, 8, 100}) {
            Mailbox<Integer> mailbox = create(capacity);
            assertThat(mailbox.capacity()).isEqualTo(capacity);
            for (int i = 0; i < capacity; i++) {
                assertThat(mailbox.offer(i)).isEqualTo(Offer.ACCEPTED);
            }
            assertThat(mailbox.offer(-1)).isEqualTo(Offer.FULL);
            assertThat(mailbox.depth()).isEqualTo(capacity);

            assertThat(mailbox.poll()).isZero();
            assertThat(mailbox.depth()).isEqualTo(capacity - 1);
            assertThat(mailbox.offer(capacity)).isEqualTo(Offer.ACCEPTED);
        }
    }

    @Test
    void aCapacityBelowOneIsRefused() {
        assertThatThrownBy(() -> create(0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("a mailbox must have room for at least 1 message, but was given 0");
    }

    @Test
    void manyProducersTogetherFillAMailboxExactlyToItsCapacity() throws Exception {
        int producers = 8;
        try (ExecutorService pool = Executors.newFixedThreadPool(producers)) {
            for (int round = 0; round < 200; round++) {
                int capacity = 1 + round % 37;
                Mailbox<Integer> mailbox = create(capacity);
                List<Future<Integer>> accepted = new ArrayList<>();
                for (int producer = 0; producer < producers; producer++) {
                    accepted.add(
                            pool.submit(() -> {
                                int taken = 0;
                                for (int i = 0; i < 10; i++) {
                                    taken += mailbox.offer(i) == Offer.ACCEPTED ? 1 : 0;
                                }
                                return taken;
                            }));
                }
                int sum = 0;
                for (Future<Integer> count : accepted) {
                    sum += count.get(120, TimeUnit.SECONDS);
                }
                assertThat(sum).isEqualTo(capacity);
                assertThat(mailbox.depth()).isEqualTo(capacity);
            }
        }
    }
}
