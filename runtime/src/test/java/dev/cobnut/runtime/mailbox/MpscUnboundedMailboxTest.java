package dev.cobnut.runtime.mailbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cobnut.runtime.mailbox.Mailbox.Offer;
import org.junit.jupiter.api.Test;

class MpscUnboundedMailboxTest extends MailboxContract {

    @Override
    <M> Mailbox<M> create(int capacity) {
        return MailboxKind.MPSC_UNBOUNDED.create(capacity);
    }

    @Test
    void anUnboundedMailboxIgnoresItsCapacity() {
        Mailbox<Integer> mailbox = create(1);
        for (int i = 0; i < 10_000; i++) {
            assertThat(mailbox.offer(i)).isEqualTo(Offer.ACCEPTED);
        }
        assertThat(mailbox.depth()).isEqualTo(10_000);
        assertThat(mailbox.capacity()).isEqualTo(Integer.MAX_VALUE);
    }
}
