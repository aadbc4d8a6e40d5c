package dev.cobnut.framework.delivery;

import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.topic.ITopic;
import dev.cobnut.framework.outbox.OutboxFeed;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/// Tells the publishers of all members that entries were added. A message that is lost costs a
/// delay: publishers look from the beginning every few seconds.
///
/// One thread at a time tells the others; what is to be told meanwhile is told in one message
/// afterwards. So a member that is slow to take messages makes them fewer, not more.
final class OutboxWake implements OutboxFeed.Wake {

    private static final System.Logger LOG = System.getLogger(OutboxWake.class.getName());

    /// Carries the smallest `createdAt` of what was added, in µs, or [#MISSED].
    static final String TOPIC = "outbox-added";

    private static final long MISSED = -1;
    private static final long NOTHING = Long.MAX_VALUE;

    private final HazelcastInstance hazelcast;
    private final OutboxPublisher publisher;
    private final ITopic<Long> topic;
    private volatile @Nullable Runnable lookThrough;

    /// The smallest `createdAt` that the others have not been told.
    private final AtomicLong untold = new AtomicLong(NOTHING);

    private final AtomicBoolean missedUntold = new AtomicBoolean();

    /// Whether a thread is there that tells.
    private final AtomicBoolean telling = new AtomicBoolean();

    private OutboxWake(HazelcastInstance hazelcast, OutboxPublisher publisher) {
        this.hazelcast = hazelcast;
        this.publisher = publisher;
        this.topic = hazelcast.getTopic(TOPIC);
    }

    /// @param publisher of this member, which is woken by all
    public static OutboxWake over(HazelcastInstance hazelcast, OutboxPublisher publisher) {
        OutboxWake wake = new OutboxWake(hazelcast, publisher);
        var _ =
                wake.topic.addMessageListener(message -> {
                    if (!message.getPublishingMember().localMember()) {
                        wake.told(message.getMessageObject());
                    }
                });
        return wake;
    }

    private void told(long first) {
        Runnable looking = lookThrough;
        if (first != MISSED) {
            publisher.wake(first);
        } else if (looking != null) {
            looking.run();
        }
    }

    @Override
    public void added(long first) {
        publisher.wake(first);
        untold.accumulateAndGet(first, Math::min);
        tellOthers();
    }

    @Override
    public void missed() {
        missedUntold.set(true);
        tellOthers();
    }

    @Override
    public void onMissed(Runnable lookThrough) {
        this.lookThrough = lookThrough;
    }

    /// Not on this thread, which may be a partition's: a publication may wait for a member.
    private void tellOthers() {
        if (telling.compareAndSet(false, true)) {
            Thread.startVirtualThread(this::tell);
        }
    }

    /// What is noted after the last look finds nobody telling, and starts a thread itself.
    private void tell() {
        do {
            try {
                publish(untold.getAndSet(NOTHING), missedUntold.getAndSet(false));
            } catch (RuntimeException e) {
                LOG.log(
                        System.Logger.Level.DEBUG,
                        "the other members were not told of new entries; they look by themselves",
                        e);
            } finally {
                telling.set(false);
            }
        } while ((untold.get() != NOTHING || missedUntold.get())
                && telling.compareAndSet(false, true));
    }

    private void publish(long first, boolean missed) {
        if (hazelcast.getCluster().getMembers().size() == 1) {
            return;
        }
        if (first != NOTHING) {
            topic.publish(first);
        }
        if (missed) {
            topic.publish(MISSED);
        }
    }
}
