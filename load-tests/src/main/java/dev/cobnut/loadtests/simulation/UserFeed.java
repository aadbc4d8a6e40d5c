package dev.cobnut.loadtests.simulation;

import java.util.HexFormat;
import java.util.Iterator;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/// One record per user, in the order in which users start. The same seed gives the same records.
///
/// ```text
/// journey    Journey
/// key        key of the commands: run, number of the record; only this differs between runs
/// customer   the customer who orders, or whose orders the user looks at
/// placement  body of the order that the user places
/// total      total of that order
/// lines      body of a change of lines
/// slot       number of the hot order
/// tracking   number of the shipment
/// ```
final class UserFeed implements Iterator<Map<String, Object>> {

    private static final HexFormat HEX = HexFormat.of();

    private final String run;
    private final RandomGenerator random;
    private final Iterator<Journey> journeys;
    private long number;

    /// @param run the beginning of every idempotency key; with another value the same data are new
    ///   commands
    UserFeed(String run, long seed, JourneyDeck deck) {
        this.run = run;
        SplittableRandom root = new SplittableRandom(seed);
        this.journeys = deck.deal(root.split());
        this.random = root;
    }

    @Override
    public boolean hasNext() {
        return true;
    }

    @Override
    public Map<String, Object> next() {
        String hex = HEX.toHexDigits(++number);
        String customer = CustomerSpread.pick(random);
        Basket basket = Basket.fill(random);
        Basket changed = Basket.fill(random);
        return Map.of(
                "journey",
                journeys.next(),
                "key",
                run + "-" + hex,
                "customer",
                customer,
                "placement",
                placement(customer, basket),
                "total",
                basket.total().toPlainString(),
                "lines",
                "{\"lines\":" + changed.lines() + "}",
                "slot",
                HotOrders.slot(random),
                "tracking",
                "00" + hex);
    }

    private String placement(String customer, Basket basket) {
        int house = random.nextInt(1, 200);
        int postalCode = random.nextInt(10_000, 100_000);
        return "{\"customerId\":\"%s\",\"currency\":\"EUR\",\"lines\":".formatted(customer)
                + basket.lines()
                + ",\"shippingAddress\":{\"name\":\"Corylus Avellana\",\"line1\":\"Nussweg "
                + house
                + "\",\"city\":\"Hamburg\",\"postalCode\":\""
                + postalCode
                + "\",\"country\":\"DE\"}}";
    }
}
