package dev.cobnut.loadtests.cluster;

import dev.cobnut.lab.service.ServiceCommand;
import dev.cobnut.loadtests.cluster.FaultRounds.Progress;
import dev.cobnut.loadtests.ledger.Exchange;
import dev.cobnut.loadtests.ledger.Ledger;
import dev.cobnut.loadtests.ledger.OrderScripts;
import dev.cobnut.loadtests.orders.OrdersClient;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;

/// Makes a fault and repairs it, while the load continues.
final class FaultMaker {

    /// Time limit for all members to be ready again.
    private static final Duration READY_MAX = Duration.ofMinutes(5);

    /// Time limit for a member that is cut off to stop taking commands.
    private static final Duration DETECTION_MAX = Duration.ofMinutes(2);

    private static final int ACKNOWLEDGED_WHILE_AT_FAULT = 100;
    private static final long PROBE_MS = 200;
    private static final int DATABASE_AWAY_MS_MAX = 2_000;

    private final Cluster cluster;
    private final ClusterNetwork place;
    private final Database database;
    private final List<OrdersClient> clients;
    private final ServiceCommand upgraded;
    private final SplittableRandom random;

    /// @param upgraded the command of members after a rolling restart
    FaultMaker(
            Cluster cluster,
            ClusterNetwork place,
            Database database,
            List<OrdersClient> clients,
            ServiceCommand upgraded,
            SplittableRandom random) {
        this.cluster = cluster;
        this.place = place;
        this.database = database;
        this.clients = clients;
        this.upgraded = upgraded;
        this.random = random;
    }

    /// Measurements of the faults made.
    record Made(long minorityRefusals, long longestDetectionMs, long longestHealMs) {

        static final Made NOTHING = new Made(0, 0, 0);

        Made and(Made other) {
            return new Made(
                    minorityRefusals + other.minorityRefusals,
                    Math.max(longestDetectionMs, other.longestDetectionMs),
                    Math.max(longestHealMs, other.longestHealMs));
        }
    }

    Made make(Fault fault, Ledger ledger, String name, Progress progress)
            throws IOException, InterruptedException {
        return switch (fault) {
            case KILL -> kill(progress);
            case PARTITION -> partition(ledger, name, progress);
            case DATABASE -> database(progress);
            case ROLLING -> rolling();
        };
    }

    private Made kill(Progress progress) throws IOException, InterruptedException {
        Member victim = any();
        victim.kill9();
        progress.await(ACKNOWLEDGED_WHILE_AT_FAULT);
        victim.restart();
        return healed(0, 0);
    }

    private Made partition(Ledger ledger, String name, Progress progress)
            throws IOException, InterruptedException {
        Member victim = any();
        place.cut(victim.number());
        long refusals;
        long detectionMs;
        try {
            OrderScripts lives = new OrderScripts(name + "-p", random.split());
            long cut = System.nanoTime();
            detectionMs = awaitRefusal(victim, ledger, lives, cut);
            progress.await(ACKNOWLEDGED_WHILE_AT_FAULT);
            refusals = 1;
            for (int i = 0; i < 10; i++) {
                refusals += isRefused(victim, ledger, lives) ? 1 : 0;
            }
            if (victim.isReady()) {
                throw new IOException("A member that is cut off reports that it is ready");
            }
        } finally {
            place.heal(victim.number());
        }
        return healed(refusals, detectionMs);
    }

    private long awaitRefusal(Member victim, Ledger ledger, OrderScripts lives, long cutNanos)
            throws IOException, InterruptedException {
        while (System.nanoTime() - cutNanos < DETECTION_MAX.toNanos()) {
            if (isRefused(victim, ledger, lives)) {
                return (System.nanoTime() - cutNanos) / 1_000_000;
            }
            TimeUnit.MILLISECONDS.sleep(PROBE_MS);
        }
        throw new IOException(
                "A member that is cut off still takes commands after "
                        + DETECTION_MAX.toSeconds()
                        + " s");
    }

    private boolean isRefused(Member member, Ledger ledger, OrderScripts lives)
            throws IOException, InterruptedException {
        Exchange exchange = ledger.send(clients.get(member.number()), lives.placement());
        return exchange.answer() != null && exchange.answer().isUnavailable();
    }

    private Made database(Progress progress) throws IOException, InterruptedException {
        database.kill();
        TimeUnit.MILLISECONDS.sleep(random.nextInt(DATABASE_AWAY_MS_MAX));
        database.begin();
        Made made = healed(0, 0);
        progress.await(ACKNOWLEDGED_WHILE_AT_FAULT);
        return made;
    }

    private Made rolling() throws IOException, InterruptedException {
        Made made = Made.NOTHING;
        for (Member member : cluster.members()) {
            member.stop();
            member.restart(upgraded);
            made = made.and(healed(0, 0));
        }
        return made;
    }

    private Made healed(long refusals, long detectionMs) throws IOException, InterruptedException {
        long mended = System.nanoTime();
        for (Member member : cluster.members()) {
            member.awaitReady(READY_MAX);
        }
        return new Made(refusals, detectionMs, (System.nanoTime() - mended) / 1_000_000);
    }

    private Member any() {
        return cluster.member(random.nextInt(cluster.members().size()));
    }
}
