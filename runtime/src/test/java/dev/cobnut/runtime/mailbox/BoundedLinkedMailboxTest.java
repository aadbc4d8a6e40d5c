package dev.cobnut.runtime.mailbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cobnut.runtime.mailbox.Mailbox.Offer;
import org.junit.jupiter.api.Test;

class BoundedLinkedMailboxTest extends BoundedMailboxContract {

    @Override
    <M> Mailbox<M> create(int capacity) {
        return MailboxKind.LINKED.create(capacity);
    }

    @Test
    void aSenderCanEvictTheOldestMessageOfAFullMailbox() {
        Mailbox<Integer> mailbox = new BoundedLinkedMailbox<>(2);
        assertThat(mailbox.offerEvicting(1))
                .isEqualTo(new Mailbox.Eviction<Integer>(Offer.ACCEPTED, null));
        mailbox.offerEvicting(2);
        assertThat(mailbox.offerEvicting(3)).isEqualTo(new Mailbox.Eviction<>(Offer.ACCEPTED, 1));
        assertThat(mailbox.depth()).isEqualTo(2);
        assertThat(mailbox.poll()).isEqualTo(2);
        assertThat(mailbox.poll()).isEqualTo(3);

        mailbox.close();
        assertThat(mailbox.offerEvicting(4))
                .isEqualTo(new Mailbox.Eviction<Integer>(Offer.CLOSED, null));
    }
}
