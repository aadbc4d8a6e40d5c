package dev.cobnut.orders.stats;

import dev.cobnut.framework.event.EventCodec;
import dev.cobnut.framework.event.EventMetadata;
import dev.cobnut.framework.event.NewEvent;
import dev.cobnut.framework.event.Payload;
import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.event.TimeOrderedIds;
import dev.cobnut.framework.journal.AppendRequest;
import dev.cobnut.framework.journal.AppendResult;
import dev.cobnut.framework.journal.CommandKey;
import dev.cobnut.framework.journal.ExpectedVersion;
import dev.cobnut.framework.journal.Journal;
import dev.cobnut.orders.OrderDecider;
import dev.cobnut.orders.domain.Money;
import dev.cobnut.orders.domain.OrderEvent;
import dev.cobnut.orders.domain.OrderLine;
import dev.cobnut.orders.domain.ShippingAddress;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Currency;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.TimeUnit;

/// Random lives of orders, whose events are recorded in an order that has little to do with their
/// times. Some commands are repeated with their key; some events cannot be read.
public final class OrderHistory {

    private static final ShippingAddress ADDRESS =
            new ShippingAddress("Ada", "1 Nut Street", null, "Kent", "TN1", "GB");

    private static final List<Currency> CURRENCIES =
            List.of("EUR", "EUR", "JPY", "KWD").stream().map(Currency::getInstance).toList();

    /// Times of a history are between this and now.
    static final Duration AGE_MAX = Duration.ofHours(6);

    private static final int IN_FLIGHT_MAX = 2_000;
    private static final int PRODUCTS = 40;

    private final EventCodec<OrderEvent> codec = new OrderDecider().codec();
    private final TimeOrderedIds ids;
    private final Random random;
    private final Instant oldest;
    private int keys;
    private int repeated;

    public OrderHistory(long seed) {
        random = new Random(seed);
        ids = new TimeOrderedIds(InstantSource.system(), random);
        oldest = Instant.now().minus(AGE_MAX);
    }

    private record Recorded(StreamId stream, NewEvent event) {}

    /// Appends the events of new orders.
    ///
    /// @param openMax most orders whose events are mixed
    public void append(Journal journal, int orders, int openMax) {
        List<Deque<Recorded>> open = new ArrayList<>();
        List<AppendRequest> inFlight = new ArrayList<>();
        int begun = 0;
        while (begun < orders || !open.isEmpty()) {
            while (begun < orders && open.size() < openMax) {
                open.add(life());
                begun++;
            }
            int chosen = random.nextInt(open.size());
            Recorded next = open.get(chosen).remove();
            if (open.get(chosen).isEmpty()) {
                open.set(chosen, open.getLast());
                open.removeLast();
            }
            CommandKey key = new CommandKey("command-" + keys++, "the same");
            inFlight.add(send(journal, next, key));
            if (random.nextInt(10) == 0) {
                repeated++;
                inFlight.add(send(journal, next, key));
            }
            if (inFlight.size() >= IN_FLIGHT_MAX) {
                await(inFlight);
            }
        }
        await(inFlight);
    }

    int repeated() {
        return repeated;
    }

    private static AppendRequest send(Journal journal, Recorded one, CommandKey key) {
        AppendRequest request =
                AppendRequest.of(
                        one.stream(), new ExpectedVersion.Any(), List.of(one.event()), key);
        journal.append(request);
        return request;
    }

    private static void await(List<AppendRequest> requests) {
        for (AppendRequest request : requests) {
            AppendResult result = request.result().orTimeout(2, TimeUnit.MINUTES).join();
            if (!(result instanceof AppendResult.Appended)
                    && !(result instanceof AppendResult.Duplicate)) {
                throw new AssertionError("not appended: " + result);
            }
        }
        requests.clear();
    }

    private Deque<Recorded> life() {
        UUID id = ids.next();
        StreamId stream = OrderDecider.streamOf(id);
        Deque<Recorded> life = new ArrayDeque<>();
        Currency currency = CURRENCIES.get(random.nextInt(CURRENCIES.size()));
        Instant at = later(oldest);
        List<OrderLine> lines = lines(currency);
        add(
                life,
                stream,
                at,
                new OrderEvent.OrderPlaced(
                        id, "ada", currency, lines, Money.total(lines), ADDRESS, at));
        while (random.nextInt(4) == 0) {
            at = later(at);
            lines = lines(currency);
            add(life, stream, at, new OrderEvent.LinesChanged(lines, Money.total(lines), at));
        }
        int end = random.nextInt(10);
        if (random.nextInt(30) == 0) {
            life.add(unreadable(stream, later(at)));
        }
        if (end > 1) {
            at = later(at);
            add(life, stream, at, new OrderEvent.OrderConfirmed(at));
            at = later(at);
            add(life, stream, at, new OrderEvent.OrderPaid(Money.total(lines), "pay-1", at));
        }
        if (end == 1 || end == 2) {
            at = later(at);
            add(life, stream, at, new OrderEvent.OrderCancelled("no more", end == 2, at));
        } else if (end > 3) {
            at = later(at);
            add(life, stream, at, new OrderEvent.OrderShipped("DHL", "track-1", at));
            at = later(at);
            add(life, stream, at, new OrderEvent.OrderDelivered(at));
        }
        return life;
    }

    private void add(Deque<Recorded> life, StreamId stream, Instant at, OrderEvent event) {
        life.add(
                new Recorded(
                        stream,
                        new NewEvent(
                                ids.next(),
                                codec.type(event),
                                codec.schemaVersion(event),
                                codec.encode(event),
                                EventMetadata.at(at))));
    }

    private Recorded unreadable(StreamId stream, Instant at) {
        return new Recorded(
                stream,
                new NewEvent(
                        ids.next(),
                        "OrderGiftWrapped",
                        1,
                        Payload.ofUtf8("{}"),
                        EventMetadata.at(at)));
    }

    /// Mostly soon, sometimes much later; never in the future.
    private Instant later(Instant than) {
        long left = Math.max(1, Duration.between(than, Instant.now()).toMillis());
        long most = random.nextInt(3) == 0 ? left : Math.min(left, 90_000);
        return than.plusMillis(random.nextLong(most)).plusNanos(1_000L * random.nextInt(1_000));
    }

    private List<OrderLine> lines(Currency currency) {
        List<OrderLine> lines = new ArrayList<>();
        int first = random.nextInt(PRODUCTS);
        for (int i = 0; i <= random.nextInt(3); i++) {
            BigDecimal price =
                    BigDecimal.valueOf(
                            random.nextInt(100_000), currency.getDefaultFractionDigits());
            lines.add(new OrderLine("nut-" + (first + i) % PRODUCTS, 1 + random.nextInt(9), price));
        }
        return lines;
    }
}
