package dev.cobnut.framework.outbox;

import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.topic.ITopic;
import org.jspecify.annotations.Nullable;

/// Tells the publishers of all members that entries were added, once per group of appends. A
/// message that is lost costs a delay: publishers look from the beginning every few seconds.
public final class OutboxWake implements SharedFeed.Wake {

    /// Carries the smallest `createdAt` of what was added, in µs, or [#MISSED].
    static final String TOPIC = "outbox-added";

    private static final long MISSED = -1;

    private final HazelcastInstance hazelcast;
    private final OutboxPublisher publisher;
    private final ITopic<Long> topic;
    private volatile @Nullable Runnable lookThrough;

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
        publish(first);
    }

    @Override
    public void missed() {
        publish(MISSED);
    }

    @Override
    public void onMissed(Runnable lookThrough) {
        this.lookThrough = lookThrough;
    }

    private void publish(long message) {
        if (hazelcast.getCluster().getMembers().size() > 1) {
            // Not on this thread, which may be a partition's: a publication may wait for a member.
            Thread.startVirtualThread(() -> topic.publish(message));
        }
    }
}
