package dev.cobnut.loadtests.cluster;

import dev.cobnut.loadtests.ledger.CommandHistory;
import dev.cobnut.loadtests.ledger.Exchange;
import dev.cobnut.loadtests.ledger.Finding;
import dev.cobnut.loadtests.ledger.Ledger;
import dev.cobnut.loadtests.ledger.OrderScripts;
import dev.cobnut.loadtests.orders.OrdersClient;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// The rounds of one fault, and their result.
final class FaultRounds {

    private static final int CONTENDED_ORDERS = 8;

    /// The fault comes after a random number of acknowledgements between these limits. The round
    /// ends [#ACKNOWLEDGED_MIN] acknowledgements after the fault.
    private static final int ACKNOWLEDGED_MIN = 60;

    private static final int ACKNOWLEDGED_MAX = 300;

    /// Time limit of the workers for these acknowledgements.
    private static final long LOAD_SECONDS_MAX = 300;

    private final ClusterRun.Settings settings;
    private final Fault fault;
    private final SplittableRandom random;
    private final List<OrdersClient> clients;
    private final FaultMaker faults;
    private final Examination examination;
    private final Availability availability = new Availability();
    private final List<Exchange> all = new ArrayList<>();
    private final Set<Finding> findings = new LinkedHashSet<>();
    private long unknown;
    private long acknowledgedUnderLoad;
    private long loadNanos;
    private FaultMaker.Made made = FaultMaker.Made.NOTHING;

    FaultRounds(
            ClusterRun.Settings settings,
            Fault fault,
            SplittableRandom random,
            List<OrdersClient> clients,
            FaultMaker faults,
            Examination examination) {
        this.settings = settings;
        this.fault = fault;
        this.random = random;
        this.clients = clients;
        this.faults = faults;
        this.examination = examination;
    }

    void run() throws IOException, InterruptedException {
        for (int round = 1; round <= settings.rounds(); round++) {
            round(round);
        }
    }

    CommandHistory history() {
        return new CommandHistory(all);
    }

    private void round(int round) throws IOException, InterruptedException {
        Path file = settings.folder().resolve("ledger-%s-%d.jsonl".formatted(title(), round));
        try (Ledger ledger = new Ledger(file)) {
            load(round, ledger);
            List<CommandHistory.Key> open = ledger.history().unknown();
            unknown += open.size();
            for (CommandHistory.Key key : open) {
                ledger.send(clients.getFirst(), key.command());
            }
            findings.addAll(examination.examine(ledger.history()));
            all.addAll(ledger.exchanges());
        }
    }

    private String title() {
        return fault.name().toLowerCase(Locale.ROOT);
    }

    private void load(int round, Ledger ledger) throws IOException, InterruptedException {
        String name = "s%d-%s-r%d".formatted(settings.seed(), title(), round);
        Semaphore acknowledged = new Semaphore(0);
        CountDownLatch stopped = new CountDownLatch(1);
        ClusterWorker.Shared shared =
                new ClusterWorker.Shared(
                        clients,
                        ledger,
                        availability,
                        contended(new OrderScripts(name + "-c", random.split()), ledger),
                        stopped,
                        settings.pace(),
                        acknowledged::release);
        List<Future<@Nullable Void>> workers = new ArrayList<>();
        availability.begin();
        long began = System.nanoTime();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            try {
                for (int w = 0; w < settings.workers(); w++) {
                    workers.add(
                            threads.submit(
                                    new ClusterWorker(shared, name + "-w" + w, random.split())));
                }
                Progress progress = count -> await(acknowledged, count);
                progress.await(random.nextInt(ACKNOWLEDGED_MIN, ACKNOWLEDGED_MAX));
                made = made.and(faults.make(fault, ledger, name, progress));
                progress.await(ACKNOWLEDGED_MIN);
            } finally {
                // The workers also end when the wait fails.
                stopped.countDown();
            }
            for (Future<@Nullable Void> worker : workers) {
                worker.get();
            }
        } catch (ExecutionException e) {
            throw new IOException("A worker failed", e.getCause());
        }
        loadNanos += System.nanoTime() - began;
        acknowledgedUnderLoad += ledger.history().acknowledged().size();
    }

    /// Waits for successful answers while a fault lasts.
    @FunctionalInterface
    interface Progress {

        /// @throws IOException when fewer answers arrive in time
        void await(int acknowledgements) throws IOException, InterruptedException;
    }

    private static void await(Semaphore acknowledged, int count)
            throws IOException, InterruptedException {
        acknowledged.drainPermits();
        if (!acknowledged.tryAcquire(count, LOAD_SECONDS_MAX, TimeUnit.SECONDS)) {
            throw new IOException(
                    "Fewer than %d commands were acknowledged in %d s"
                            .formatted(count, LOAD_SECONDS_MAX));
        }
    }

    private List<String> contended(OrderScripts lives, Ledger ledger)
            throws IOException, InterruptedException {
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < CONTENDED_ORDERS; i++) {
            Exchange placed = ledger.send(clients.get(i % clients.size()), lives.placement());
            if (placed.answer() == null || !placed.acknowledged()) {
                throw new IOException("An order was not placed before the load: " + placed);
            }
            ids.add(placed.answer().json().path("orderId").asString());
        }
        return ids;
    }

    ClusterReport report(boolean plantedLossSeen) {
        CommandHistory history = history();
        long acknowledged = history.acknowledged().size();
        long lost = findings.stream().filter(finding -> finding.kind().isLoss()).count();
        long refused =
                history.keys().stream()
                        .filter(key -> !key.isAcknowledged() && !key.isUnknown())
                        .count();
        return new ClusterReport(
                title(),
                ClusterRun.MEMBERS,
                settings.rounds(),
                settings.seed(),
                acknowledgedUnderLoad * 1e9 / Math.max(1, loadNanos),
                acknowledged,
                acknowledged - lost,
                lost,
                lost == 0 ? Math.min(1, 3.0 / settings.rounds()) : 1.0,
                refused,
                unknown,
                availability.retried(),
                availability.afterMoreThanOneRetry(),
                availability.longestWaitMs(),
                availability.longestSilenceMs(),
                made.minorityRefusals(),
                made.longestDetectionMs(),
                made.longestHealMs(),
                plantedLossSeen,
                findings.size(),
                List.copyOf(findings));
    }
}
