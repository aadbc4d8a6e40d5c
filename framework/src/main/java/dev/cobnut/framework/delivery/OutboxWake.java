package dev.cobnut.framework.delivery;

import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.topic.ITopic;
import dev.cobnut.framework.outbox.OutboxEntry;
import dev.cobnut.framework.outbox.OutboxFeed;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/// Tells the publishers of all members that entries were added. A lost message only causes a delay:
/// every few seconds, a publisher polls from the beginning.
///
/// One thread at a time sends messages. Announcements that arrive meanwhile are combined into one
/// later message. So a member that takes messages slowly receives fewer of them.
final class OutboxWake implements OutboxFeed.Wake {

    private static final System.Logger LOG = System.getLogger(OutboxWake.class.getName());

    /// Its messages are the smallest `createdAt` of the added entries, in µs, or [#MISSED].
    static final String TOPIC = "outbox-added";

    private static final long MISSED = -1;
    private static final long NOTHING = Long.MAX_VALUE;

    private final HazelcastInstance hazelcast;
    private final OutboxPublisher publisher;
    private final ITopic<Long> topic;
    private volatile @Nullable Runnable lookThrough;

    /// The smallest `createdAt` that was not announced to the others yet, or [#NOTHING].
    private final AtomicLong unannouncedFrom = new AtomicLong(NOTHING);

    private final AtomicBoolean missedUnannounced = new AtomicBoolean();

    /// True while a thread sends announcements.
    private final AtomicBoolean announcing = new AtomicBoolean();

    private OutboxWake(HazelcastInstance hazelcast, OutboxPublisher publisher) {
        this.hazelcast = hazelcast;
        this.publisher = publisher;
        this.topic = hazelcast.getTopic(TOPIC);
    }

    /// @param publisher the publisher of this member, which all members wake
    public static OutboxWake over(HazelcastInstance hazelcast, OutboxPublisher publisher) {
        OutboxWake wake = new OutboxWake(hazelcast, publisher);
        var _ =
                wake.topic.addMessageListener(message -> {
                    if (!message.getPublishingMember().localMember()) {
                        wake.received(message.getMessageObject());
                    }
                });
        return wake;
    }

    private void received(long first) {
        Runnable action = lookThrough;
        if (first != MISSED) {
            publisher.wake(first);
        } else if (action != null) {
            action.run();
        }
    }

    @Override
    public void handOver(List<OutboxEntry> added) {
        publisher.handOver(added);
    }

    @Override
    public void addedElsewhere(long first) {
        unannouncedFrom.accumulateAndGet(first, Math::min);
        announceToOthers();
    }

    @Override
    public void missed() {
        missedUnannounced.set(true);
        announceToOthers();
    }

    @Override
    public void onMissed(Runnable lookThrough) {
        this.lookThrough = lookThrough;
    }

    /// Starts the announcement on another thread. The caller may be a partition's thread, and a
    /// publication may wait for a member.
    private void announceToOthers() {
        if (announcing.compareAndSet(false, true)) {
            Thread.startVirtualThread(this::announce);
        }
    }

    /// An announcement that is noted after the last check of this loop finds `announcing` false and
    /// starts a new thread.
    private void announce() {
        do {
            try {
                publish(unannouncedFrom.getAndSet(NOTHING), missedUnannounced.getAndSet(false));
            } catch (RuntimeException e) {
                LOG.log(
                        System.Logger.Level.DEBUG,
                        "the other members were not told of new entries; they find them at their next full poll",
                        e);
            } finally {
                announcing.set(false);
            }
        } while ((unannouncedFrom.get() != NOTHING || missedUnannounced.get())
                && announcing.compareAndSet(false, true));
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
