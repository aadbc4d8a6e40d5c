package dev.cobnut.benchmarks.jmh.mailbox;

import com.cajunsystems.mailbox.LinkedMailbox;
import dev.cobnut.benchmarks.history.InvalidInputException;
import dev.cobnut.runtime.mailbox.Mailbox;
import dev.cobnut.runtime.mailbox.Mailbox.Offer;
import dev.cobnut.runtime.mailbox.MailboxKind;
import java.util.Queue;
import java.util.concurrent.LinkedBlockingQueue;
import org.jctools.queues.MpscArrayQueue;
import org.jspecify.annotations.Nullable;

/// The queues that serve as mailboxes of actors, behind one small interface.
final class Queues {

    static final int CAPACITY = 65_536;

    /// A queue for many senders and one receiver.
    interface Queued {

        /// @return false when there is no room
        boolean offer(Object message);

        @Nullable Object poll();
    }

    private Queues() {}

    /// @throws InvalidInputException when there is no such queue
    static Queued open(String name) {
        return switch (name) {
            case "cobnut-linked" -> ours(MailboxKind.LINKED);
            case "cobnut-mpsc" -> ours(MailboxKind.MPSC);
            case "cobnut-mpsc-array" -> ours(MailboxKind.MPSC_ARRAY);
            case "cobnut-mpsc-unbounded" -> ours(MailboxKind.MPSC_UNBOUNDED);
            case "cobnut-priority" -> ours(MailboxKind.PRIORITY);
            case "LinkedBlockingQueue" -> queue(new LinkedBlockingQueue<>(CAPACITY));
            case "MpscArrayQueue" -> queue(new MpscArrayQueue<>(CAPACITY));
            case "cajun-linked" -> cajun(new LinkedMailbox<>(CAPACITY));
            case "cajun-mpsc" -> cajun(new com.cajunsystems.mailbox.MpscMailbox<>(1_024));
            default -> throw new InvalidInputException("There is no queue '" + name + "'.");
        };
    }

    private static Queued ours(MailboxKind kind) {
        Mailbox<Object> mailbox = kind.create(CAPACITY);
        return new Queued() {
            @Override
            public boolean offer(Object message) {
                return mailbox.offer(message) == Offer.ACCEPTED;
            }

            @Override
            public @Nullable Object poll() {
                return mailbox.poll();
            }
        };
    }

    private static Queued queue(Queue<Object> queue) {
        return new Queued() {
            @Override
            public boolean offer(Object message) {
                return queue.offer(message);
            }

            @Override
            public @Nullable Object poll() {
                return queue.poll();
            }
        };
    }

    private static Queued cajun(com.cajunsystems.mailbox.Mailbox<Object> mailbox) {
        return new Queued() {
            @Override
            public boolean offer(Object message) {
                return mailbox.offer(message);
            }

            @Override
            public @Nullable Object poll() {
                return mailbox.poll();
            }
        };
    }
}
