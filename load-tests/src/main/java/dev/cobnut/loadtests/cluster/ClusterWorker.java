package dev.cobnut.loadtests.cluster;

import dev.cobnut.loadtests.ledger.Exchange;
import dev.cobnut.loadtests.ledger.Ledger;
import dev.cobnut.loadtests.ledger.OrderScripts;
import dev.cobnut.loadtests.orders.CommandRequest;
import dev.cobnut.loadtests.orders.OrdersClient;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Takes orders through their lives at a pace. Each command goes to a random member. When the
/// member does not answer, or answers with a 5xx status, the same command goes with the same key to
/// the next member, until one decides it.
final class ClusterWorker implements Callable<@Nullable Void> {

    private static final int OPEN_ORDERS_MAX = 6;

    /// Percentage of commands that change an order shared by all workers.
    private static final int CONTENDED_PERCENT = 6;

    /// Time limit for the decision of a command. After it, the outcome of the command is unknown.
    private static final Duration GIVE_UP = Duration.ofSeconds(40);

    /// Pause before a member is asked again.
    private static final long ROUND_PAUSE_MS = 100;

    /// State that the workers of a round share.
    ///
    /// @param clients one per member
    /// @param contended ids of the orders that all workers change
    /// @param stopped counted down to end the workers
    /// @param pace pause between two commands of one worker
    /// @param acknowledged called for each successful answer that is in the ledger
    record Shared(
            List<OrdersClient> clients,
            Ledger ledger,
            Availability availability,
            List<String> contended,
            CountDownLatch stopped,
            Duration pace,
            Runnable acknowledged) {}

    private final Shared shared;
    private final OrderScripts lives;
    private final SplittableRandom random;
    private final List<JsonNode> open = new ArrayList<>();

    /// @param name unique over all rounds
    ClusterWorker(Shared shared, String name, SplittableRandom random) {
        this.shared = shared;
        this.lives = new OrderScripts(name, random);
        this.random = random;
    }

    @Override
    public @Nullable Void call() throws IOException, InterruptedException {
        while (!shared.stopped().await(shared.pace().toMillis(), TimeUnit.MILLISECONDS)) {
            if (random.nextInt(100) < CONTENDED_PERCENT) {
                List<String> contended = shared.contended();
                decide(lives.change(contended.get(random.nextInt(contended.size()))));
            } else if (open.isEmpty()
                    || (open.size() < OPEN_ORDERS_MAX && random.nextInt(100) < 40)) {
                advance(lives.placement(), null);
            } else {
                JsonNode order = open.remove(random.nextInt(open.size()));
                advance(lives.next(order), order);
            }
        }
        return null;
    }

    private void advance(CommandRequest command, @Nullable JsonNode order)
            throws IOException, InterruptedException {
        Exchange exchange = decide(command);
        if (exchange.acknowledged() && exchange.answer() != null) {
            JsonNode now = exchange.answer().json();
            if (!OrderScripts.isEnd(now.path("status").asString())) {
                open.add(now);
            }
        } else if (order != null && exchange.refused()) {
            open.add(order);
        }
        // An order with an undecided command gets no more commands: its version is not known.
    }

    /// Sends a command until a member decides it or the time is over.
    private Exchange decide(CommandRequest command) throws IOException, InterruptedException {
        int members = shared.clients().size();
        int member = random.nextInt(members);
        long began = System.nanoTime();
        for (int attempt = 1; ; attempt++) {
            Exchange exchange = shared.ledger().send(shared.clients().get(member), command);
            boolean decided =
                    exchange.answer() != null
                            && !exchange.answer().isUnavailable()
                            && exchange.answer().status() < 500;
            if (decided || System.nanoTime() - began > GIVE_UP.toNanos()) {
                shared.availability().answered(began, attempt, exchange.acknowledged());
                if (exchange.acknowledged()) {
                    shared.acknowledged().run();
                }
                return exchange;
            }
            member = (member + 1) % members;
            if (attempt >= members) {
                TimeUnit.MILLISECONDS.sleep(ROUND_PAUSE_MS);
            }
        }
    }
}
