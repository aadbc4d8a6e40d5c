package dev.cobnut.framework.node;

import com.hazelcast.config.Config;
import com.hazelcast.config.InMemoryFormat;
import com.hazelcast.config.MapConfig;
import com.hazelcast.core.HazelcastInstance;
import dev.cobnut.framework.cluster.ClusterConfig;
import dev.cobnut.framework.cluster.ClusterSettings;
import dev.cobnut.framework.cluster.Majority;
import dev.cobnut.framework.cluster.MemberStart;
import dev.cobnut.framework.command.StreamGateway;
import dev.cobnut.framework.delivery.DeliveryObserver;
import dev.cobnut.framework.delivery.DeliveryRuntime;
import dev.cobnut.framework.delivery.OutboxPublisher;
import dev.cobnut.framework.eventstore.EventStore;
import dev.cobnut.framework.journal.SharedJournal;
import dev.cobnut.framework.outbox.OutboxFeed;
import dev.cobnut.framework.outbox.OutboxLimits;
import dev.cobnut.framework.outbox.OutboxMap;
import dev.cobnut.framework.outbox.OutboxObserver;
import dev.cobnut.framework.outbox.OutboxStore;
import dev.cobnut.framework.table.TableMaps;
import dev.cobnut.framework.topology.Topology;
import dev.cobnut.framework.view.NewerViewWins;
import dev.cobnut.framework.view.Projection;
import dev.cobnut.framework.view.View;
import dev.cobnut.framework.view.Views;
import dev.cobnut.runtime.entity.DispatchObserver;
import dev.cobnut.runtime.entity.DispatchSettings;
import dev.cobnut.runtime.mailbox.MailboxKind;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.random.RandomGenerator;

/// A member of a cluster without Spring: a real Hazelcast member, a journal that others write, too,
/// and everything between them.
public final class TestMember implements AutoCloseable {

    private final SharedJournal journal;
    private final HazelcastInstance hazelcast;
    private final Majority majority;
    private final OutboxPublisher publisher;
    private final OutboxFeed feed;
    private final EventStore streams;
    private final Views views;
    private final DeliveryRuntime delivery;
    private final StreamGateway<
                    CounterDecider.Counter, CounterDecider.Change, CounterDecider.Counted>
            commands;
    private boolean ended;

    private TestMember(
            SharedJournal journal,
            HazelcastInstance hazelcast,
            ClusterSettings settings,
            int outboxEntriesMax,
            Duration copyWaitMax,
            DeliveryObserver observer,
            List<Projection<?>> projections) {
        this.journal = journal;
        this.hazelcast = hazelcast;
        this.majority = new Majority(hazelcast, settings);
        Topology topology = Topology.of(settings, journal);
        OutboxStore store = topology.outboxStore(hazelcast, InstantSource.system());
        this.publisher =
                new OutboxPublisher(
                        store,
                        topology.deliveryOrder(TestNode.QUICK.unitMax()),
                        TestNode.QUICK,
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
        this.streams =
                EventStore.withSharedCopies(
                        journal,
                        hazelcast.getMap(EventStore.MAP_NAME),
                        10,
                        majority::isPresent,
                        copyWaitMax,
                        feed,
                        null);
        List<View<?>> all = new ArrayList<>();
        for (Projection<?> projection : projections) {
            all.add(new View<>(projection, hazelcast, streams::readLatest, journal));
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
                        observer);
        this.commands =
                new StreamGateway<>(
                        new CounterDecider(),
                        streams,
                        journal,
                        TestNode.IDS,
                        InstantSource.system(),
                        new DispatchSettings(
                                256, MailboxKind.MPSC, 10_000, Duration.ofHours(1), 64),
                        DispatchObserver.none(),
                        topology.admission(majority),
                        Duration.ofMinutes(1),
                        Duration.ofMinutes(1));
        journal.start(streams);
        delivery.start();
    }

    /// @param ports of all members; the first one that is free is this member's
    public static TestMember start(
            SharedJournal journal,
            List<Integer> ports,
            int port,
            DeliveryObserver observer,
            Projection<?>... projections) {
        return start(journal, ports, port, 20_000, EventStore.COPY_WAIT_MAX, observer, projections);
    }

    /// @param outboxEntriesMax most entries in this member's part of the outbox map
    /// @param copyWaitMax longest time that an answer or a read waits for the owner of a copy
    public static TestMember start(
            SharedJournal journal,
            List<Integer> ports,
            int port,
            int outboxEntriesMax,
            Duration copyWaitMax,
            DeliveryObserver observer,
            Projection<?>... projections) {
        ClusterSettings settings = settings(ports);
        return new TestMember(
                journal,
                hazelcast(settings, port, journal.identity()),
                settings,
                outboxEntriesMax,
                copyWaitMax,
                observer,
                List.of(projections));
    }

    /// A cluster on loopback that notices a loss as early as may be.
    public static ClusterSettings settings(List<Integer> ports) {
        return new ClusterSettings(
                ports.size(),
                ports.stream().map(port -> "127.0.0.1:" + port).toList(),
                "",
                Duration.ofSeconds(3),
                Duration.ofSeconds(1),
                Duration.ofSeconds(20));
    }

    /// A member as the service configures it, without the rest of a node.
    public static HazelcastInstance hazelcast(ClusterSettings settings, int port, String log) {
        return MemberStart.start(config(settings, port, log), settings);
    }

    /// What such a member is started with.
    public static Config config(ClusterSettings settings, int port, String log) {
        Config config = new Config().setClusterName("test");
        config.setProperty("hazelcast.logging.type", "slf4j");
        config.setProperty("hazelcast.phone.home.enabled", "false");
        config.setProperty("hazelcast.shutdownhook.enabled", "false");
        config.setProperty("hazelcast.operation.fail.on.indeterminate.state", "true");
        config.setProperty("hazelcast.max.join.seconds", "5");
        ClusterConfig.member(config, settings, "127.0.0.1", port, log);
        config.getJetConfig().setEnabled(true).setCooperativeThreadCount(1);
        MapConfig outbox = OutboxMap.config().setInMemoryFormat(InMemoryFormat.BINARY);
        MapConfig views = View.mapConfig(20_000);
        config.addMapConfig(ClusterConfig.shared(outbox));
        config.addMapConfig(ClusterConfig.shared(EventStore.mapConfig(20_000)));
        config.addMapConfig(ClusterConfig.shared(views, NewerViewWins.class.getName()));
        config.addMapConfig(ClusterConfig.shared(TableMaps.states()));
        config.addMapConfig(ClusterConfig.shared(TableMaps.rows()));
        TableMaps.registerSerializers(config.getSerializationConfig());
        View.registerSerializers(config.getSerializationConfig());
        OutboxMap.registerSerializers(config.getSerializationConfig());
        EventStore.registerSerializers(config.getSerializationConfig());
        return config;
    }

    /// Ports on loopback that were free a moment ago, and none that the system gives to clients:
    /// who tries to reach a member that is gone could be given its port and reach itself.
    public static List<Integer> freePorts(int count) {
        List<Integer> ports = new ArrayList<>();
        while (ports.size() < count) {
            int port = ThreadLocalRandom.current().nextInt(20_000, 32_000);
            if (!ports.contains(port) && isFree(port)) {
                ports.add(port);
            }
        }
        return List.copyOf(ports);
    }

    private static boolean isFree(int port) {
        try (ServerSocket probe = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            return probe.isBound();
        } catch (IOException _) {
            return false;
        }
    }

    public SharedJournal journal() {
        return journal;
    }

    public EventStore streams() {
        return streams;
    }

    public HazelcastInstance hazelcast() {
        return hazelcast;
    }

    public Majority majority() {
        return majority;
    }

    public OutboxFeed feed() {
        return feed;
    }

    public DeliveryRuntime delivery() {
        return delivery;
    }

    public OutboxPublisher publisher() {
        return publisher;
    }

    public StreamGateway<CounterDecider.Counter, CounterDecider.Change, CounterDecider.Counted>
            commands() {
        return commands;
    }

    public <V> View<V> view(Projection<V> projection) {
        return views.of(projection);
    }

    /// Ends it as a crash would: nothing is handed over.
    public void crash() {
        ended = true;
        hazelcast.getLifecycleService().terminate();
        commands.close();
        delivery.close();
        journal.close();
    }

    /// Ends it in order: partitions are handed over first.
    @Override
    public void close() {
        if (ended) {
            return;
        }
        ended = true;
        commands.close();
        delivery.close();
        journal.close();
        hazelcast.shutdown();
    }
}
