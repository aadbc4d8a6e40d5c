package dev.cobnut.orders.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.hazelcast.config.Config;
import com.hazelcast.core.HazelcastInstance;
import dev.cobnut.framework.cluster.ClusterConfig;
import dev.cobnut.framework.cluster.ClusterSettings;
import dev.cobnut.framework.cluster.MemberStart;
import dev.cobnut.framework.journal.GroupListener;
import dev.cobnut.framework.journal.Journal;
import dev.cobnut.framework.journal.SqliteJournal;
import dev.cobnut.framework.journal.SqliteSettings;
import dev.cobnut.framework.statistic.StatisticStatus;
import dev.cobnut.framework.statistic.Statistics;
import dev.cobnut.orders.OrderDecider;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The statistics of three members of one cluster over one journal, while orders are placed, after
/// a member is lost and after a restart. `COBNUT_TEST_THOROUGH=yes` takes 100 000 orders.
class OrderStatsInClusterTest {

    private static final System.Logger LOG =
            System.getLogger(OrderStatsInClusterTest.class.getName());

    private static final int ORDERS =
            "yes".equals(System.getenv("COBNUT_TEST_THOROUGH")) ? 100_000 : 3_000;

    private static final Duration SOON = Duration.ofMinutes(5);

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    private final List<Integer> ports = freePorts();
    private final List<Member> members = new ArrayList<>();

    private final class Member {

        private final OrderStatistic statistic;
        private final HazelcastInstance hazelcast;
        private final Statistics statistics;

        Member(Journal journal, int port) {
            statistic =
                    new OrderStatistic(
                            OrderDecider.CATEGORY,
                            new OrderDecider().codec(),
                            journal,
                            new StatsSettings(true, Duration.ofHours(24), 1_000_000, 1, 1),
                            InstantSource.system());
            hazelcast = hazelcast(port);
            statistics =
                    new Statistics(List.of(statistic), journal, hazelcast, InstantSource.system());
            statistics.start();
            members.add(this);
        }

        StatisticStatus status() {
            return statistics.status(OrderStatistic.NAME);
        }

        void end() {
            statistics.close();
            hazelcast.getLifecycleService().terminate();
            members.remove(this);
        }
    }

    @AfterEach
    void close() {
        List.copyOf(members).forEach(Member::end);
    }

    private HazelcastInstance hazelcast(int port) {
        ClusterSettings settings =
                new ClusterSettings(
                        3,
                        ports.stream().map(other -> "127.0.0.1:" + other).toList(),
                        "",
                        Duration.ofSeconds(10),
                        Duration.ofSeconds(1),
                        Duration.ofSeconds(20));
        Config config = new Config().setClusterName("test");
        config.setProperty("hazelcast.logging.type", "slf4j");
        config.setProperty("hazelcast.phone.home.enabled", "false");
        config.setProperty("hazelcast.shutdownhook.enabled", "false");
        ClusterConfig.member(config, settings, "127.0.0.1", port, "log");
        config.getJetConfig().setEnabled(true).setCooperativeThreadCount(1);
        return MemberStart.start(config, settings);
    }

    /// Ports that the system does not give to clients, because a client could be given the port of
    /// a member that is gone.
    private static List<Integer> freePorts() {
        Set<Integer> ports = new HashSet<>();
        while (ports.size() < 3) {
            int port = ThreadLocalRandom.current().nextInt(20_000, 32_000);
            try (ServerSocket probe = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
                ports.add(probe.getLocalPort());
            } catch (IOException _) {
                // taken
            }
        }
        return List.copyOf(ports);
    }

    private Journal open() {
        Journal journal =
                SqliteJournal.open(
                        SqliteSettings.in(folder.resolve("data")), InstantSource.system());
        journal.start(GroupListener.completing());
        return journal;
    }

    private void requireFold(Journal journal) {
        await().atMost(SOON)
                .untilAsserted(() -> {
                    for (Member member : members) {
                        assertThat(member.status().position()).isEqualTo(journal.lastPosition());
                        assertThat(member.status().asOf()).isNotNull();
                    }
                });
        PlainFold fold = PlainFold.of(journal);
        for (Member member : members) {
            fold.requireSame(PlainFold.report(member.statistic, null));
        }
    }

    @Test
    void allMembersAnswerAsAPlainFoldOfTheJournal() {
        OrderHistory history = new OrderHistory(ThreadLocalRandom.current().nextLong());
        try (Journal journal = open()) {
            for (int port : ports) {
                Member _ = new Member(journal, port);
            }
            history.append(journal, ORDERS / 2, 500);
            members.getFirst().end();
            history.append(journal, ORDERS - ORDERS / 2, 500);
            assertThat(history.repeated()).isGreaterThan(ORDERS / 10);
            requireFold(journal);
            close();
        }
        try (Journal journal = open()) { // all members of the cluster were down
            long begun = System.nanoTime();
            Member member = new Member(journal, ports.getFirst());
            await().atMost(SOON).until(() -> member.status().asOf() != null);
            long events = journal.lastPosition();
            LOG.log(
                    System.Logger.Level.INFO,
                    "rebuilt from {0} events in {1} ms, the start of the member included",
                    events,
                    Duration.ofNanos(System.nanoTime() - begun).toMillis());
            requireFold(journal);
            close();
        }
    }
}
