package dev.cobnut.orders.domain;

import static dev.cobnut.orders.domain.OrderFixture.ADDRESS;
import static dev.cobnut.orders.domain.OrderFixture.ID;
import static dev.cobnut.orders.domain.OrderFixture.NOW;
import static org.assertj.core.api.Assertions.assertThat;

import dev.cobnut.orders.domain.OrderCommand.CancelOrder;
import dev.cobnut.orders.domain.OrderCommand.ChangeLines;
import dev.cobnut.orders.domain.OrderCommand.ConfirmOrder;
import dev.cobnut.orders.domain.OrderCommand.DeliverOrder;
import dev.cobnut.orders.domain.OrderCommand.PayOrder;
import dev.cobnut.orders.domain.OrderCommand.PlaceOrder;
import dev.cobnut.orders.domain.OrderCommand.ShipOrder;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Currency;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.jspecify.annotations.Nullable;

/// Any commands for an order, in any order.
class OrderLifePropertyTest {

    private static final Set<OrderStatus> ENDED =
            EnumSet.of(OrderStatus.DELIVERED, OrderStatus.CANCELLED);

    @Property(tries = 500)
    void anySequenceOfCommandsLeavesALegalOrder(@ForAll("lives") List<Step> steps) {
        Order order = null;
        List<OrderEvent> events = new ArrayList<>();
        for (Step step : steps) {
            OrderDecision verdict = OrderPolicy.decide(order, step.commandFor().apply(order), NOW);
            if (verdict instanceof OrderDecision.Allowed(var event)) {
                assertThat(order == null || !ENDED.contains(order.status()))
                        .as("%s after the end of %s", event, order)
                        .isTrue();
                events.add(event);
                order = Order.evolve(order, event);
                assertLegal(order);
            }
        }
        assertThat(fold(events)).isEqualTo(order);
    }

    private static @Nullable Order fold(List<OrderEvent> events) {
        Order order = null;
        for (OrderEvent event : events) {
            order = Order.evolve(order, event);
        }
        return order;
    }

    private static void assertLegal(Order order) {
        BigDecimal sum = BigDecimal.ZERO;
        for (OrderLine line : order.lines()) {
            sum = sum.add(line.unitPrice().multiply(BigDecimal.valueOf(line.quantity())));
        }
        assertThat(order.total()).isEqualByComparingTo(sum);
        assertThat(order.total().scale()).isEqualTo(order.currency().getDefaultFractionDigits());
        assertThat(order.lines()).hasSizeBetween(1, OrderLimits.LINES_MAX);
        Payment payment = order.payment();
        if (payment != null) {
            assertThat(payment.amount()).isEqualTo(order.total());
        }
        OrderStatus status = order.status();
        boolean cancelled = status == OrderStatus.CANCELLED;
        assertThat(order.cancellation() != null).isEqualTo(cancelled);
        assertThat(order.deliveredAt() != null).isEqualTo(status == OrderStatus.DELIVERED);
        assertThat(order.shipment() != null)
                .isEqualTo(status == OrderStatus.SHIPPED || status == OrderStatus.DELIVERED);
        if (!cancelled) {
            assertThat(order.confirmedAt() != null).isEqualTo(status != OrderStatus.PLACED);
            assertThat(payment != null).isEqualTo(status.compareTo(OrderStatus.PAID) >= 0);
        }
        Cancellation cancellation = order.cancellation();
        if (cancellation != null) {
            assertThat(cancellation.refundDue())
                    .isEqualTo(payment != null && payment.amount().signum() > 0);
        }
    }

    /// A command that may depend on the order as it is: most payments offer the right amount, so
    /// that lives get past their first steps.
    record Step(String name, Function<@Nullable Order, OrderCommand> commandFor) {
        @Override
        public String toString() {
            return name;
        }
    }

    @Provide
    Arbitrary<List<Step>> lives() {
        Arbitrary<Step> place =
                priced().map(priced ->
                        new Step(
                                "place " + priced,
                                _ ->
                                        new PlaceOrder(
                                                ID,
                                                "ada",
                                                priced.currency(),
                                                priced.lines(),
                                                ADDRESS)));
        Arbitrary<List<Step>> rest = steps().list().ofMaxSize(12);
        return Combinators.combine(place, rest)
                .as((first, others) -> {
                    List<Step> all = new ArrayList<>(others);
                    all.addFirst(first);
                    return all;
                });
    }

    private static Arbitrary<Step> steps() {
        Arbitrary<Step> change =
                priced().map(priced ->
                        new Step(
                                "change " + priced,
                                _ -> new ChangeLines(priced.named(), priced.lines())));
        Arbitrary<Step> pay =
                Arbitraries.bigDecimals()
                        .between(BigDecimal.ZERO, BigDecimal.TEN)
                        .ofScale(3)
                        .injectNull(0.8)
                        .map(other ->
                                new Step(
                                        "pay " + other,
                                        order ->
                                                new PayOrder(
                                                        other != null || order == null
                                                                ? BigDecimal.ONE
                                                                : order.total(),
                                                        "pay-1")));
        Arbitrary<Step> others =
                Arbitraries.of(
                        new Step("confirm", _ -> new ConfirmOrder()),
                        new Step("ship", _ -> new ShipOrder("DHL", "track-1")),
                        new Step("deliver", _ -> new DeliverOrder()),
                        new Step("confirm", _ -> new ConfirmOrder()),
                        new Step("cancel", _ -> new CancelOrder("no more")));
        return Arbitraries.oneOf(others, others, pay, pay, change);
    }

    /// @param named the currency as a change of lines names it; null when it does not
    record Priced(Currency currency, @Nullable Currency named, List<OrderLine> lines) {}

    private static Arbitrary<Priced> priced() {
        return Arbitraries.of("EUR", "JPY", "KWD", "EUR")
                .map(Currency::getInstance)
                .flatMap(currency ->
                        Combinators.combine(
                                        lines(currency.getDefaultFractionDigits()),
                                        Arbitraries.of(true, false))
                                .as((lines, named) ->
                                        new Priced(currency, named ? currency : null, lines)));
    }

    private static Arbitrary<List<OrderLine>> lines(int decimals) {
        Arbitrary<BigDecimal> prices =
                Arbitraries.bigDecimals()
                        .between(BigDecimal.ZERO, new BigDecimal("100000"))
                        .ofScale(decimals)
                        .map(price -> price.setScale(decimals));
        Arbitrary<Integer> quantities = Arbitraries.integers().between(1, 10_000);
        return Combinators.combine(
                        Arbitraries.integers().between(1, 999).map(n -> "nut-" + n),
                        quantities,
                        prices)
                .as(OrderLine::new)
                .list()
                .ofMinSize(1)
                .ofMaxSize(5)
                .uniqueElements(OrderLine::productId);
    }
}
