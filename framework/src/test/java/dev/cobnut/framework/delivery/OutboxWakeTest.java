package dev.cobnut.framework.delivery;

import static dev.cobnut.framework.outbox.Entries.entry;
import static dev.cobnut.framework.outbox.Entries.stream;
import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.cluster.Cluster;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.topic.ITopic;
import dev.cobnut.framework.journal.InMemoryJournal;
import dev.cobnut.framework.outbox.InMemoryOutboxStore;
import dev.cobnut.framework.outbox.OutboxObserver;
import java.lang.reflect.Proxy;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class OutboxWakeTest {

    private static final long MISSED = -1;

    /// The messages to the other members, in order. Each publication waits for a permit.
    private final BlockingQueue<Long> told = new LinkedBlockingQueue<>();

    private final Semaphore permits = new Semaphore(0);
    private volatile boolean failing;
    private final OutboxWake wake = OutboxWake.over(hazelcast(), publisher());

    @Test
    void whatComesWhileTheOthersAreToldIsOneMessageAfterwards() throws Exception {
        wake.addedElsewhere(50);
        assertThat(next()).isEqualTo(50);
        wake.addedElsewhere(70);
        wake.addedElsewhere(60);
        wake.addedElsewhere(80);

        permits.release(2);

        assertThat(next()).as("the smallest of three").isEqualTo(60);
        wake.missed();
        permits.release();
        assertThat(next()).as("and nothing of the other two").isEqualTo(MISSED);
    }

    @Test
    void aMessageThatFailsKeepsNoLaterOneBack() throws Exception {
        failing = true;
        wake.addedElsewhere(50);
        assertThat(next()).isEqualTo(50);
        wake.addedElsewhere(60);
        failing = false;

        permits.release(2);

        assertThat(next()).isEqualTo(60);
    }

    @Test
    void nobodyElseIsToldOfWhatIsHere() throws Exception {
        wake.handOver(List.of(entry(stream(1), 1, 40)));
        wake.addedElsewhere(50);
        wake.handOver(List.of(entry(stream(2), 1, 30)));

        permits.release();

        assertThat(next()).isEqualTo(50);
        wake.missed();
        assertThat(next()).as("and nothing of what is here").isEqualTo(MISSED);
    }

    private @Nullable Long next() throws InterruptedException {
        return told.poll(120, TimeUnit.SECONDS);
    }

    private OutboxPublisher publisher() {
        return new OutboxPublisher(
                new InMemoryOutboxStore(),
                DeliveryOrder.asAppended(InMemoryJournal.create(InstantSource.system())),
                PublisherSettings.defaults(),
                OutboxObserver.NONE,
                System::nanoTime,
                new Random(1));
    }

    private @Nullable Void publish(long message) throws InterruptedException {
        boolean fails = failing;
        told.add(message);
        if (!permits.tryAcquire(120, TimeUnit.SECONDS)) {
            throw new IllegalStateException("nobody lets it go on");
        }
        if (fails) {
            throw new IllegalStateException("a member does not answer");
        }
        return null;
    }

    /// A member of a cluster of two. The test provides its topic.
    private HazelcastInstance hazelcast() {
        ITopic<?> topic =
                answering(
                        ITopic.class,
                        Map.of(
                                "publish", arguments -> publish((Long) arguments[0]),
                                "addMessageListener", _ -> UUID.randomUUID()));
        Cluster cluster = answering(Cluster.class, Map.of("getMembers", _ -> Set.of(1, 2)));
        return answering(
                HazelcastInstance.class,
                Map.of("getTopic", _ -> topic, "getCluster", _ -> cluster));
    }

    @FunctionalInterface
    private interface Answer {
        @Nullable Object to(Object[] arguments) throws Exception;
    }

    private static <T> T answering(Class<T> type, Map<String, Answer> answers) {
        return type.cast(
                Proxy.newProxyInstance(
                        type.getClassLoader(),
                        new Class<?>[] {type},
                        (_, method, arguments) -> {
                            Answer answer = answers.get(method.getName());
                            if (answer == null) {
                                throw new UnsupportedOperationException(method.getName());
                            }
                            return answer.to(arguments == null ? new Object[0] : arguments);
                        }));
    }
}
