package dev.cobnut.runtime.mailbox;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.cobnut.runtime.mailbox.Mailbox.Offer;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

/// A sender of two messages and a reader of a ring with a single place. A place is empty before it
/// is used again, and the reader of a message sees its content.
///
/// Results: messages accepted, messages polled by the reader and the arbiter, messages that the
/// reader saw half made.
@JCStressTest
@Outcome(id = "1, 1, 0", expect = ACCEPTABLE, desc = "the second found the place taken")
@Outcome(id = "2, 2, 0", expect = ACCEPTABLE, desc = "the place was used twice")
@Outcome(expect = FORBIDDEN, desc = "lost, twice, or half made")
@State
public class RingStress {

    private static final class Message {
        int content;

        Message() {
            content = 1;
        }
    }

    private final Mailbox<Message> mailbox = new MpscArrayMailbox<>(1);
    private int first;
    private int second;
    private int polled;
    private int broken;

    @Actor
    public void sender() {
        first = mailbox.offer(new Message()) == Offer.ACCEPTED ? 1 : 0;
        second = mailbox.offer(new Message()) == Offer.ACCEPTED ? 1 : 0;
    }

    @Actor
    public void reader() {
        take();
    }

    @Arbiter
    public void rest(III_Result result) {
        take();
        take();
        result.r1 = first + second;
        result.r2 = polled;
        result.r3 = broken;
    }

    private void take() {
        Message message = mailbox.poll();
        if (message != null) {
            polled++;
            broken += message.content == 1 ? 0 : 1;
        }
    }
}
