package dev.cobnut.runtime.mailbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cobnut.runtime.mailbox.Mailbox.Offer;
import org.junit.jupiter.api.Test;

class MpscMailboxTest extends BoundedMailboxContract {

    @Override
    <M> Mailbox<M> create(int capacity) {
        return MailboxKind.MPSC.create(capacity);
    }

    /// Messages lie in three rings at once, while the reader is in the first, the second or the
    /// third.
    @Test
    void aGrowingMailboxKeepsOrderCapacityAndCounts() {
        int capacity = 1_000;
        for (int ahead : new int[] {0, 5, 8, 50, 500}) {
            Mailbox<Integer> mailbox = create(capacity);
            int next = 0;
            while (next < ahead) {
                assertThat(mailbox.offer(next++)).isEqualTo(Offer.ACCEPTED);
            }
            int polled = 0;
            while (polled < ahead / 2) {
                assertThat(mailbox.poll()).isEqualTo(polled++);
            }
            while (next - polled < capacity) {
                assertThat(mailbox.offer(next++)).isEqualTo(Offer.ACCEPTED);
            }
            for (int i = 0; i < 3 * capacity; i++) {
                assertThat(mailbox.offer(-1)).isEqualTo(Offer.FULL);
                assertThat(mailbox.depth()).isEqualTo(capacity);
                assertThat(mailbox.accepted()).isEqualTo(next);
                assertThat(mailbox.poll()).isEqualTo(polled++);
                assertThat(mailbox.offer(next++)).isEqualTo(Offer.ACCEPTED);
            }
            mailbox.close();
            assertThat(mailbox.offer(-1)).isEqualTo(Offer.CLOSED);
            while (polled < next) {
                assertThat(mailbox.closeIfEmpty()).isFalse();
                assertThat(mailbox.poll()).isEqualTo(polled++);
            }
            assertThat(mailbox.poll()).isNull();
            assertThat(mailbox.closeIfEmpty()).isTrue();
        }
    }

    @Test
    void aMailboxThatHasGrownCanBeClosedWhileEmptyAndASealedRingIsNotClosed() {
        Mailbox<Integer> mailbox = create(100);
        for (int i = 0; i < 9; i++) {
            assertThat(mailbox.offer(i)).isEqualTo(Offer.ACCEPTED);
        }
        for (int i = 0; i < 9; i++) {
            assertThat(mailbox.closeIfEmpty()).isFalse();
            assertThat(mailbox.poll()).isEqualTo(i);
        }
        assertThat(mailbox.depth()).isZero();
        assertThat(mailbox.closeIfEmpty()).isTrue();
        assertThat(mailbox.offer(9)).isEqualTo(Offer.CLOSED);
    }
}
