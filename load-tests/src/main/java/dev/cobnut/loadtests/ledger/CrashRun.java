package dev.cobnut.loadtests.ledger;

import dev.cobnut.lab.service.ServiceCommand;
import dev.cobnut.lab.service.ServiceProcess;
import dev.cobnut.loadtests.ledger.Finding.Kind;
import dev.cobnut.loadtests.orders.OrdersClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/// Kills a service under load with SIGKILL, in rounds, and verifies the data after each restart on
/// the same data folder. A round:
///
/// 1. Workers send commands. After a random number of acknowledgements and a random pause, the
///    service gets SIGKILL.
/// 2. The service is restarted. When its outbox is empty, all data is read back and verified.
/// 3. All commands without an answer, and some with an answer, are sent again with their keys. Each
///    answer must be the same as without the crash.
///
/// At the end the data of all rounds is verified once more.
final class CrashRun {

    /// Time limit for the views to catch up with the journal.
    private static final Duration SETTLE_MAX = Duration.ofMinutes(2);

    /// Time limit of the workers for the acknowledgements of a round.
    private static final Duration LOAD_MAX = Duration.ofMinutes(4);

    private static final int ACKNOWLEDGED_MIN = 40;
    private static final int KILL_DELAY_MICROS_MAX = 20_000;
    private static final long SETTLE_POLL_MS = 50;

    /// @param folder folder for ledgers, log and data
    /// @param rounds number of SIGKILLs
    /// @param threads number of workers
    /// @param acknowledgedMax largest number of acknowledgements before the SIGKILL of a round
    /// @param repeatsMax largest number of acknowledged commands that are repeated after a restart
    /// @param readyMax time limit of a start
    /// @param eventsPerCommand number of events that each command leaves
    public record Settings(
            ServiceCommand command,
            Path folder,
            int rounds,
            int threads,
            int acknowledgedMax,
            int repeatsMax,
            Duration readyMax,
            int eventsPerCommand,
            long seed) {}

    private final Settings settings;
    private final SplittableRandom random;
    private final List<Exchange> all = new ArrayList<>();
    private final Set<Finding> findings = new LinkedHashSet<>();
    private long unknown;
    private long unknownTookEffect;
    private long repeated;
    private long longestUnavailableMs;

    private CrashRun(Settings settings) {
        this.settings = settings;
        this.random = new SplittableRandom(settings.seed());
    }

    /// @throws IOException when the service does not start, or a read fails after a restart
    public static CrashReport run(Settings settings) throws IOException, InterruptedException {
        return new CrashRun(settings).run();
    }

    private CrashReport run() throws IOException, InterruptedException {
        Files.createDirectories(settings.folder());
        ServiceProcess service = start();
        try {
            for (int round = 1; round <= settings.rounds(); round++) {
                Path file = settings.folder().resolve("ledger-%d.jsonl".formatted(round));
                try (Ledger ledger = new Ledger(file)) {
                    loadAndKill(service, ledger, round);
                    long killedNanos = System.nanoTime();
                    service = start();
                    longestUnavailableMs =
                            Math.max(
                                    longestUnavailableMs,
                                    (System.nanoTime() - killedNanos) / 1_000_000);
                    examine(service, ledger);
                    all.addAll(ledger.exchanges());
                }
            }
            try (OrdersClient client = new OrdersClient(service.uri())) {
                return report(settle(client, new CommandHistory(all)));
            }
        } finally {
            service.kill9();
        }
    }

    private void loadAndKill(ServiceProcess service, Ledger ledger, int round)
            throws IOException, InterruptedException {
        Semaphore acknowledged = new Semaphore(0);
        AtomicBoolean goesOn = new AtomicBoolean(true);
        List<Future<@Nullable Void>> workers = new ArrayList<>();
        int killAfter = random.nextInt(ACKNOWLEDGED_MIN, settings.acknowledgedMax());
        long killDelayMicros = random.nextInt(KILL_DELAY_MICROS_MAX);
        boolean enough;
        try (OrdersClient client = new OrdersClient(service.uri());
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int w = 0; w < settings.threads(); w++) {
                String name = "s%d-r%d-w%d".formatted(settings.seed(), round, w);
                workers.add(
                        threads.submit(
                                new CrashClient(
                                        client,
                                        ledger,
                                        name,
                                        random.split(),
                                        goesOn::get,
                                        acknowledged::release)));
            }
            try {
                enough = acknowledged.tryAcquire(killAfter, LOAD_MAX.toSeconds(), TimeUnit.SECONDS);
                TimeUnit.MICROSECONDS.sleep(killDelayMicros);
                service.kill9();
            } finally {
                // The workers also end when the wait fails or is interrupted.
                goesOn.set(false);
            }
            for (Future<@Nullable Void> worker : workers) {
                worker.get();
            }
            if (!enough) {
                throw new IOException(
                        "The service acknowledged fewer than %d commands in %d s"
                                .formatted(killAfter, LOAD_MAX.toSeconds()));
            }
        } catch (ExecutionException e) {
            throw new IOException("A worker failed", e.getCause());
        }
    }

    private void examine(ServiceProcess service, Ledger ledger)
            throws IOException, InterruptedException {
        try (OrdersClient client = new OrdersClient(service.uri())) {
            CommandHistory before = ledger.history();
            ObservedState observed = settle(client, before);
            List<CommandHistory.Key> open = before.unknown();
            unknown += open.size();
            unknownTookEffect +=
                    open.stream()
                            .filter(key ->
                                    Verifier.tookEffect(
                                            key, before, observed, settings.eventsPerCommand()))
                            .count();
            for (CommandHistory.Key key : open) {
                ledger.send(client, key.command());
            }
            List<CommandHistory.Key> some = new ArrayList<>(before.acknowledged());
            Collections.shuffle(some, new Random(random.nextLong()));
            for (CommandHistory.Key key :
                    some.subList(0, Math.min(settings.repeatsMax(), some.size()))) {
                refusedRepetition(ledger.send(client, key.command()));
            }
            repeated += open.size() + Math.min(settings.repeatsMax(), some.size());
            settle(client, ledger.history());
        }
    }

    /// A repeated acknowledged command without a successful answer counts as a different answer.
    private void refusedRepetition(Exchange exchange) {
        if (!exchange.acknowledged()) {
            findings.add(
                    new Finding(
                            Kind.ANSWER_CHANGED,
                            exchange.command().key(),
                            "acknowledged, then " + exchange.answer()));
        }
    }

    /// Reads back until the views have caught up or the time is over, and returns the last
    /// findings.
    private ObservedState settle(OrdersClient client, CommandHistory history)
            throws IOException, InterruptedException {
        Observer observer = new Observer(client);
        long deadline = System.nanoTime() + SETTLE_MAX.toNanos();
        while (observer.outboxPending() != 0 && System.nanoTime() < deadline) {
            TimeUnit.MILLISECONDS.sleep(SETTLE_POLL_MS);
        }
        while (true) {
            ObservedState observed = observer.observe(history);
            List<Finding> now = Verifier.verify(history, observed, settings.eventsPerCommand());
            boolean late =
                    now.stream()
                            .anyMatch(finding ->
                                    finding.kind() == Kind.VIEW_DIFFERS
                                            || finding.kind() == Kind.OUTBOX_NOT_EMPTY);
            if (!late || System.nanoTime() > deadline) {
                findings.addAll(now);
                return observed;
            }
            TimeUnit.MILLISECONDS.sleep(SETTLE_POLL_MS);
        }
    }

    private CrashReport report(ObservedState last) {
        CommandHistory history = new CommandHistory(all);
        List<Finding> atTheEnd = Verifier.verify(history, last, settings.eventsPerCommand());
        long acknowledged = history.acknowledged().size();
        long lost = atTheEnd.stream().filter(finding -> finding.kind().isLoss()).count();
        long refused =
                history.keys().stream()
                        .filter(key -> !key.isAcknowledged() && !key.isUnknown())
                        .count();
        long duplicates =
                findings.stream().filter(finding -> finding.kind() == Kind.DUPLICATE).count();
        return new CrashReport(
                settings.seed(),
                settings.rounds(),
                acknowledged,
                acknowledged - lost,
                lost,
                lost == 0 ? 3.0 / settings.rounds() : 1.0,
                refused,
                unknown,
                unknownTookEffect,
                repeated,
                duplicates,
                longestUnavailableMs,
                findings.size(),
                List.copyOf(findings));
    }

    private ServiceProcess start() throws IOException, InterruptedException {
        return ServiceProcess.start(
                settings.command(),
                settings.folder().resolve("data"),
                settings.folder().resolve("service.log"),
                settings.readyMax());
    }
}
