package dev.cobnut.runtime.mailbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cobnut.runtime.mailbox.Mailbox.Offer;
import org.junit.jupiter.api.Test;

class PriorityMailboxTest extends BoundedMailboxContract {

    private record Cancel(int number) implements ControlMessage {}

    @Override
    <M> Mailbox<M> create(int capacity) {
        return MailboxKind.PRIORITY.create(capacity);
    }

    @Test
    void controlMessagesComeFirstAndEachClassKeepsItsOrder() {
        Mailbox<Object> mailbox = create(10);
        mailbox.offer("a");
        mailbox.offer(new Cancel(1));
        mailbox.offer("b");
        mailbox.offer(new Cancel(2));

        assertThat(mailbox.poll()).isEqualTo(new Cancel(1));
        assertThat(mailbox.poll()).isEqualTo(new Cancel(2));
        assertThat(mailbox.poll()).isEqualTo("a");
        mailbox.offer(new Cancel(3));
        assertThat(mailbox.poll()).isEqualTo(new Cancel(3));
        assertThat(mailbox.poll()).isEqualTo("b");
        assertThat(mailbox.poll()).isNull();
    }

    @Test
    void aFullMailboxHasRoomForControlMessagesUpToALimit() {
        Mailbox<Object> mailbox = create(1);
        assertThat(mailbox.offer("a")).isEqualTo(Offer.ACCEPTED);
        assertThat(mailbox.offer("b")).isEqualTo(Offer.FULL);
        for (int i = 0; i < PriorityMailbox.CONTROL_ROOM; i++) {
            assertThat(mailbox.offer(new Cancel(i))).isEqualTo(Offer.ACCEPTED);
        }
        assertThat(mailbox.offer(new Cancel(-1))).isEqualTo(Offer.FULL);
    }
}
