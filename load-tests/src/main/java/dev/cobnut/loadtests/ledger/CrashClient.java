package dev.cobnut.loadtests.ledger;

import dev.cobnut.loadtests.orders.CommandRequest;
import dev.cobnut.loadtests.orders.OrdersClient;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.function.BooleanSupplier;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Takes orders through their lives, one command at a time, and records each command in the ledger.
/// No other client changes its orders, so it always knows the current version. It ends at the first
/// command without an answer.
final class CrashClient implements Callable<@Nullable Void> {

    private static final int OPEN_ORDERS_MAX = 6;

    private final OrdersClient client;
    private final Ledger ledger;
    private final OrderScripts lives;
    private final SplittableRandom random;
    private final BooleanSupplier goesOn;
    private final IntConsumer acknowledged;
    private final List<JsonNode> open = new ArrayList<>();

    /// @param name unique over all runs; part of the keys and customers
    /// @param acknowledged receives 1 for each successful answer that is in the ledger
    CrashClient(
            OrdersClient client,
            Ledger ledger,
            String name,
            SplittableRandom random,
            BooleanSupplier goesOn,
            IntConsumer acknowledged) {
        this.client = client;
        this.ledger = ledger;
        this.lives = new OrderScripts(name, random);
        this.random = random;
        this.goesOn = goesOn;
        this.acknowledged = acknowledged;
    }

    @Override
    public @Nullable Void call() throws IOException, InterruptedException {
        boolean answered = true;
        while (answered && goesOn.getAsBoolean()) {
            boolean place =
                    open.isEmpty() || (open.size() < OPEN_ORDERS_MAX && random.nextInt(100) < 40);
            answered = place ? advance(null) : advance(open.remove(random.nextInt(open.size())));
        }
        return null;
    }

    /// @param order the order of the last answer, or null for a new one
    /// @return true when there was a definite answer
    private boolean advance(@Nullable JsonNode order) throws IOException, InterruptedException {
        CommandRequest command = order == null ? lives.placement() : lives.next(order);
        Exchange exchange = ledger.send(client, command);
        if (exchange.answer() == null) {
            return false;
        }
        if (exchange.acknowledged()) {
            acknowledged.accept(1);
            JsonNode now = exchange.answer().json();
            if (!OrderScripts.isEnd(now.path("status").asString())) {
                open.add(now);
            }
        } else if (order != null) {
            open.add(order);
        }
        return exchange.acknowledged() || exchange.refused();
    }
}
