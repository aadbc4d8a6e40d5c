package dev.cobnut.framework.node;

import com.hazelcast.config.Config;
import com.hazelcast.config.InMemoryFormat;
import com.hazelcast.core.Hazelcast;
import com.hazelcast.core.HazelcastInstance;
import dev.cobnut.framework.cluster.ClusterSettings;
import dev.cobnut.framework.cluster.Majority;
import dev.cobnut.framework.command.CommandAdmission;
import dev.cobnut.framework.command.Decider;
import dev.cobnut.framework.command.StreamGateway;
import dev.cobnut.framework.delivery.DeliveryRuntime;
import dev.cobnut.framework.delivery.OutboxPublisher;
import dev.cobnut.framework.delivery.PublisherSettings;
import dev.cobnut.framework.event.EventMetadata;
import dev.cobnut.framework.event.NewEvent;
import dev.cobnut.framework.event.Payload;
import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.event.TimeOrderedIds;
import dev.cobnut.framework.eventstore.EventStore;
import dev.cobnut.framework.journal.AppendRequest;
import dev.cobnut.framework.journal.AppendResult;
import dev.cobnut.framework.journal.ExpectedVersion;
import dev.cobnut.framework.journal.Journal;
import dev.cobnut.framework.outbox.InMemoryOutboxStore;
import dev.cobnut.framework.outbox.OutboxFeed;
import dev.cobnut.framework.outbox.OutboxLimits;
import dev.cobnut.framework.outbox.OutboxMap;
import dev.cobnut.framework.outbox.OutboxObserver;
import dev.cobnut.framework.outbox.OutboxStore;
import dev.cobnut.framework.table.TableMaps;
import dev.cobnut.framework.topology.Topology;
import dev.cobnut.framework.view.Projection;
import dev.cobnut.framework.view.View;
import dev.cobnut.framework.view.Views;
import dev.cobnut.runtime.entity.DispatchObserver;
import dev.cobnut.runtime.entity.DispatchSettings;
import dev.cobnut.runtime.mailbox.MailboxKind;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.random.RandomGenerator;

/// A node without Spring: a real Hazelcast member that is closed to the outside, a journal, and
/// everything between them.
public final class TestNode implements AutoCloseable {

    public static final TimeOrderedIds IDS =
            new TimeOrderedIds(InstantSource.system(), RandomGenerator.getDefault());

    /// Retries follow each other quickly, so that a test sees a stream parked without waiting.
    public static final PublisherSettings QUICK =
            new PublisherSettings(
                    256,
                    64,
                    4_096,
                    Duration.ofMillis(1),
                    Duration.ofMillis(500),
                    3,
                    Duration.ofMillis(5),
                    Duration.ofMillis(20));

    private final HazelcastInstance hazelcast;
    private final Journal journal;
    private final OutboxPublisher publisher;
    private final OutboxFeed feed;
    private final EventStore streams;
    private final Views views;
    private final DeliveryRuntime delivery;

    private TestNode(
            Journal journal,
            int outboxEntriesMax,
            PublisherSettings publishing,
            HazelcastInstance hazelcast,
            List<Projection<?>> projections) {
        this.journal = journal;
        this.hazelcast = hazelcast;
        ClusterSettings settings =
                new ClusterSettings(
                        1,
                        List.of(),
                        "",
                        Duration.ofSeconds(8),
                        Duration.ofSeconds(10),
                        Duration.ofSeconds(60));
        Topology topology = Topology.of(settings, journal);
        Majority majority = new Majority(hazelcast, settings);
        OutboxStore store = topology.outboxStore(hazelcast, InstantSource.system());
        this.publisher =
                new OutboxPublisher(
                        store,
                        topology.deliveryOrder(publishing.unitMax()),
                        publishing,
                        OutboxObserver.NONE,
                        System::nanoTime,
                        RandomGenerator.getDefault());
        this.feed =
                topology.outboxFeed(
                        hazelcast,
                        store,
                        publisher,
                        new OutboxLimits(outboxEntriesMax, 100),
                        OutboxObserver.NONE);
        this.streams = topology.eventStore(hazelcast, majority, 10, feed, null);
        List<View<?>> all = new ArrayList<>();
        for (Projection<?> projection : projections) {
            all.add(
                    new View<>(
                            projection,
                            hazelcast,
                            streams::readLatest,
                            journal,
                            topology.bulk(hazelcast)));
        }
        this.views = new Views(all);
        this.delivery =
                new DeliveryRuntime(
                        hazelcast,
                        topology.membership(hazelcast, majority, streams),
                        feed,
                        publisher,
                        views,
                        journal,
                        new DeliveryRuntime.Sweeping(
                                Duration.ofMillis(200),
                                Duration.ofMillis(500),
                                System::nanoTime,
                                streams::dropDoubtful),
                        (_, _) -> {});
        journal.start(streams);
        delivery.start();
    }

    public static TestNode start(Journal journal, Projection<?>... projections) {
        return new TestNode(journal, 20_000, QUICK, member(), List.of(projections));
    }

    /// A node whose stages rest as soon as they have nothing to do.
    ///
    /// @param rest the time after which they look again by themselves
    public static TestNode startResting(
            Duration rest, Journal journal, Projection<?>... projections) {
        Config config = config();
        long micros = rest.toNanos() / 1_000;
        config.setProperty(
                "hazelcast.jet.idle.noncooperative.min.microseconds", Long.toString(micros - 1));
        config.setProperty(
                "hazelcast.jet.idle.noncooperative.max.microseconds", Long.toString(micros));
        return new TestNode(
                journal,
                20_000,
                QUICK,
                Hazelcast.newHazelcastInstance(config),
                List.of(projections));
    }

    /// @param outboxEntriesMax most entries in the outbox map
    public static TestNode start(
            Journal journal, int outboxEntriesMax, Projection<?>... projections) {
        return new TestNode(journal, outboxEntriesMax, QUICK, member(), List.of(projections));
    }

    /// Streams without maps, whose events wait in the journal and are not delivered.
    public static EventStore streamsWithoutMaps(Journal journal) {
        return EventStore.withoutCopies(
                journal,
                OutboxFeed.ofSingleNode(
                        journal,
                        new InMemoryOutboxStore(),
                        new OutboxLimits(1, 1),
                        _ -> false,
                        _ -> {},
                        _ -> {},
                        OutboxObserver.NONE),
                null);
    }

    /// The gateway of a decider, with limits that nobody meets.
    public static <S, C, E> StreamGateway<S, C, E> gateway(
            Decider<S, C, E> decider, EventStore streams, Journal journal) {
        return new StreamGateway<>(
                decider,
                streams,
                journal,
                IDS,
                InstantSource.system(),
                new DispatchSettings(256, MailboxKind.MPSC, 1_000, Duration.ofHours(1), 64),
                DispatchObserver.none(),
                CommandAdmission.OPEN,
                Duration.ofMinutes(5),
                Duration.ofMinutes(5));
    }

    /// A member that binds loopback, joins nobody and has the maps of a node.
    public static HazelcastInstance member() {
        return Hazelcast.newHazelcastInstance(config());
    }

    private static Config config() {
        Config config = new Config().setClusterName("test-" + UUID.randomUUID());
        config.setProperty("hazelcast.logging.type", "slf4j");
        config.setProperty("hazelcast.phone.home.enabled", "false");
        config.setProperty("hazelcast.socket.bind.any", "false");
        config.setProperty("hazelcast.shutdownhook.enabled", "false");
        config.setProperty("hazelcast.partition.count", "2"); // as on a node that joins nobody
        var network = config.getNetworkConfig();
        network.getInterfaces().setEnabled(true).addInterface("127.0.0.1");
        network.getJoin().getAutoDetectionConfig().setEnabled(false);
        network.getJoin().getMulticastConfig().setEnabled(false);
        config.getJetConfig().setEnabled(true).setCooperativeThreadCount(1);
        config.addMapConfig(OutboxMap.config().setInMemoryFormat(InMemoryFormat.BINARY));
        config.addMapConfig(EventStore.mapConfig(20_000));
        config.addMapConfig(View.mapConfig(20_000));
        config.addMapConfig(TableMaps.states());
        config.addMapConfig(TableMaps.rows());
        TableMaps.registerSerializers(config.getSerializationConfig());
        View.registerSerializers(config.getSerializationConfig());
        OutboxMap.registerSerializers(config.getSerializationConfig());
        EventStore.registerSerializers(config.getSerializationConfig());
        return config;
    }

    public Journal journal() {
        return journal;
    }

    public EventStore streams() {
        return streams;
    }

    public OutboxPublisher publisher() {
        return publisher;
    }

    public OutboxFeed feed() {
        return feed;
    }

    public DeliveryRuntime delivery() {
        return delivery;
    }

    public HazelcastInstance hazelcast() {
        return hazelcast;
    }

    public <V> View<V> view(Projection<V> projection) {
        return views.of(projection);
    }

    /// Appends one event and waits for the answer.
    public AppendResult append(StreamId stream, long expectedVersion, String type, String payload) {
        return streams.append(
                        AppendRequest.of(
                                stream,
                                ExpectedVersion.of(expectedVersion),
                                List.of(event(type, payload)),
                                null))
                .result()
                .join();
    }

    public static NewEvent event(String type, String payload) {
        return new NewEvent(
                IDS.next(), type, 1, Payload.ofUtf8(payload), EventMetadata.at(Instant.EPOCH));
    }

    /// An event as a journal would have recorded it at a position.
    public static RecordedEvent recorded(StreamId stream, long version, long position) {
        return event("Counted", "1").recorded(stream, version, position, position);
    }

    @Override
    public void close() {
        delivery.close();
        journal.close();
        hazelcast.shutdown();
    }
}
