package dev.cobnut.orders.domain;

import static dev.cobnut.orders.domain.OrderFixture.ADDRESS;
import static dev.cobnut.orders.domain.OrderFixture.CONFIRMED;
import static dev.cobnut.orders.domain.OrderFixture.DELIVERED;
import static dev.cobnut.orders.domain.OrderFixture.EUR;
import static dev.cobnut.orders.domain.OrderFixture.ID;
import static dev.cobnut.orders.domain.OrderFixture.LINES;
import static dev.cobnut.orders.domain.OrderFixture.NOW;
import static dev.cobnut.orders.domain.OrderFixture.PAID;
import static dev.cobnut.orders.domain.OrderFixture.PLACE;
import static dev.cobnut.orders.domain.OrderFixture.PLACED;
import static dev.cobnut.orders.domain.OrderFixture.SHIPPED;
import static dev.cobnut.orders.domain.OrderFixture.TOTAL;
import static dev.cobnut.orders.domain.OrderFixture.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cobnut.orders.domain.OrderCommand.CancelOrder;
import dev.cobnut.orders.domain.OrderCommand.ChangeLines;
import dev.cobnut.orders.domain.OrderCommand.ConfirmOrder;
import dev.cobnut.orders.domain.OrderCommand.DeliverOrder;
import dev.cobnut.orders.domain.OrderCommand.ExpireOrder;
import dev.cobnut.orders.domain.OrderCommand.PayOrder;
import dev.cobnut.orders.domain.OrderCommand.PlaceOrder;
import dev.cobnut.orders.domain.OrderCommand.ShipOrder;
import dev.cobnut.orders.domain.OrderEvent.LinesChanged;
import dev.cobnut.orders.domain.OrderEvent.OrderCancelled;
import dev.cobnut.orders.domain.OrderEvent.OrderPaid;
import dev.cobnut.orders.domain.OrderEvent.OrderPlaced;
import java.math.BigDecimal;
import java.util.Currency;
import java.util.List;
import org.junit.jupiter.api.Test;

class OrderPolicyTest {

    private static final PayOrder PAY = new PayOrder(TOTAL, "pay-1");
    private static final ShipOrder SHIP = new ShipOrder("DHL", "track-1");
    private static final CancelOrder CANCEL = new CancelOrder("changed my mind");
    private static final OrderCancelled CANCELLED =
            new OrderCancelled("changed my mind", false, NOW);

    @Test
    void anOrderThatIsPlacedHasTheSumOfItsLinesAsTotal() {
        Order order = given().when(PLACE).thenEvents(PLACED).state();

        assertThat(order.status()).isEqualTo(OrderStatus.PLACED);
        assertThat(order.total()).isEqualTo(new BigDecimal("25.99"));
    }

    @Test
    void theTotalHasTheDecimalsOfTheCurrencyAlsoWhenItHasNoneOrThree() {
        var yen = Currency.getInstance("JPY");
        var dinar = Currency.getInstance("KWD");
        var inYen = List.of(new OrderLine("nut", 3, new BigDecimal("100")));
        var inDinar = List.of(new OrderLine("nut", 3, new BigDecimal("0.125")));

        given().when(new PlaceOrder(ID, "ada", yen, inYen, ADDRESS))
                .thenEvents(
                        new OrderPlaced(
                                ID, "ada", yen, inYen, new BigDecimal("300"), ADDRESS, NOW));
        given().when(new PlaceOrder(ID, "ada", dinar, inDinar, ADDRESS))
                .thenEvents(
                        new OrderPlaced(
                                ID, "ada", dinar, inDinar, new BigDecimal("0.375"), ADDRESS, NOW));
    }

    @Test
    void anOrderIsPlacedOnce() {
        given(PLACED).when(PLACE).thenRefused("order-exists", "This order was placed before.");
    }

    @Test
    void everyCommandButPlacingNeedsAnOrder() {
        for (OrderCommand command :
                List.of(
                        new ChangeLines(EUR, LINES),
                        new ConfirmOrder(),
                        PAY,
                        SHIP,
                        new DeliverOrder(),
                        CANCEL,
                        new ExpireOrder())) {
            given().when(command).thenMissing();
        }
    }

    @Test
    void linesCanBeChangedWhileTheOrderIsPlaced() {
        var lines = List.of(new OrderLine("nut-3", 4, new BigDecimal("1.00")));

        Order order =
                given(PLACED)
                        .when(new ChangeLines(EUR, lines))
                        .thenEvents(new LinesChanged(lines, new BigDecimal("4.00"), NOW))
                        .state();

        assertThat(order.lines()).isEqualTo(lines);
        assertThat(order.total()).isEqualTo(new BigDecimal("4.00"));
        assertThat(order.lineChanges()).isEqualTo(1);
    }

    @Test
    void linesCannotBeChangedOnceTheOrderIsConfirmed() {
        given(PLACED, CONFIRMED)
                .when(new ChangeLines(EUR, LINES))
                .thenRefused(
                        "order-already-confirmed",
                        "The order is CONFIRMED; its lines can be changed only while it is PLACED.");
    }

    @Test
    void linesKeepTheCurrencyOfTheOrder() {
        var dollars = Currency.getInstance("USD");

        given(PLACED)
                .when(new ChangeLines(dollars, LINES))
                .thenRefused(
                        "currency-differs",
                        "The order is in EUR; its lines cannot be priced in USD.");
    }

    @Test
    void pricesOfChangedLinesGetTheDecimalsOfTheOrder() {
        given(PLACED)
                .when(new ChangeLines(null, lineAt("1.5")))
                .thenEvents(new LinesChanged(lineAt("1.50"), new BigDecimal("1.50"), NOW));
        given(PLACED)
                .when(new ChangeLines(EUR, lineAt("1.500")))
                .thenRefused(
                        "price-too-precise",
                        "The unit price of nut-3 has 3 decimals, but EUR has 2; nothing is rounded.");
    }

    private static List<OrderLine> lineAt(String price) {
        return List.of(new OrderLine("nut-3", 1, new BigDecimal(price)));
    }

    @Test
    void linesCanBeChangedALimitedNumberOfTimes() {
        OrderEvent[] history = new OrderEvent[OrderLimits.LINE_CHANGES_MAX + 1];
        java.util.Arrays.fill(history, new LinesChanged(LINES, TOTAL, NOW));
        history[0] = PLACED;

        given(history)
                .when(new ChangeLines(EUR, LINES))
                .thenRefused(
                        "order-changed-too-often",
                        "The lines were changed 10000 times and cannot be changed again; confirm or cancel the order.");
    }

    @Test
    void anOrderIsConfirmedOnce() {
        Order order = given(PLACED).when(new ConfirmOrder()).thenEvents(CONFIRMED).state();
        assertThat(order.status()).isEqualTo(OrderStatus.CONFIRMED);
        assertThat(order.confirmedAt()).isEqualTo(NOW);

        given(PLACED, CONFIRMED)
                .when(new ConfirmOrder())
                .thenRefused(
                        "order-already-confirmed",
                        "The order is CONFIRMED; only a PLACED order can be confirmed.");
    }

    @Test
    void aConfirmedOrderIsPaidWithExactlyItsTotal() {
        Order order = given(PLACED, CONFIRMED).when(PAY).thenEvents(PAID).state();

        assertThat(order.status()).isEqualTo(OrderStatus.PAID);
        assertThat(order.payment()).isEqualTo(new Payment(TOTAL, "pay-1", NOW));
    }

    @Test
    void fewerDecimalsThanTheCurrencyHasAreTheSameAmount() {
        var lines = List.of(new OrderLine("nut", 1, new BigDecimal("12.50")));
        var placed = new OrderPlaced(ID, "ada", EUR, lines, new BigDecimal("12.50"), ADDRESS, NOW);

        given(placed, CONFIRMED)
                .when(new PayOrder(new BigDecimal("12.5"), "pay-1"))
                .thenEvents(new OrderPaid(new BigDecimal("12.50"), "pay-1", NOW));
    }

    @Test
    void anyOtherAmountThanTheTotalIsRefused() {
        given(PLACED, CONFIRMED)
                .when(new PayOrder(new BigDecimal("25.98"), "pay-1"))
                .thenRefused(
                        "payment-amount-differs",
                        "The amount is 25.98; pay exactly the total of 25.99 EUR.");
    }

    @Test
    void anAmountWithMoreDecimalsThanTheCurrencyIsRefusedAlsoWhenTheyAreZero() {
        given(PLACED, CONFIRMED)
                .when(new PayOrder(new BigDecimal("25.990"), "pay-1"))
                .thenRefused(
                        "payment-too-precise",
                        "The amount has 3 decimals, but EUR has 2; nothing is rounded; pay exactly 25.99 EUR.");
    }

    @Test
    void anOrderIsPaidOnlyWhenItIsConfirmedAndOnlyOnce() {
        String allowed = "it can be paid only once, while it is CONFIRMED.";

        given(PLACED)
                .when(PAY)
                .thenRefused("order-not-confirmed", "The order is PLACED; " + allowed);
        given(PLACED, CONFIRMED, PAID)
                .when(PAY)
                .thenRefused("order-already-paid", "The order is PAID; " + allowed);
        given(PLACED, CONFIRMED, PAID, SHIPPED)
                .when(PAY)
                .thenRefused("order-already-paid", "The order is SHIPPED; " + allowed);
    }

    @Test
    void anOrderIsShippedOnlyWhenItIsPaidAndOnlyOnce() {
        String allowed = "it can be shipped only once, while it is PAID.";

        given(PLACED).when(SHIP).thenRefused("order-not-paid", "The order is PLACED; " + allowed);
        given(PLACED, CONFIRMED)
                .when(SHIP)
                .thenRefused("order-not-paid", "The order is CONFIRMED; " + allowed);
        Order order = given(PLACED, CONFIRMED, PAID).when(SHIP).thenEvents(SHIPPED).state();
        assertThat(order.shipment()).isEqualTo(new Shipment("DHL", "track-1", NOW));
        given(PLACED, CONFIRMED, PAID, SHIPPED)
                .when(SHIP)
                .thenRefused("order-already-shipped", "The order is SHIPPED; " + allowed);
    }

    @Test
    void anOrderIsDeliveredOnlyAfterItWasShipped() {
        given(PLACED, CONFIRMED, PAID)
                .when(new DeliverOrder())
                .thenRefused(
                        "order-not-shipped",
                        "The order is PAID; it can be delivered only after it is SHIPPED.");
        Order order =
                given(PLACED, CONFIRMED, PAID, SHIPPED)
                        .when(new DeliverOrder())
                        .thenEvents(DELIVERED)
                        .state();
        assertThat(order.deliveredAt()).isEqualTo(NOW);
    }

    @Test
    void anOrderThatWasNotPaidIsCancelledWithoutARefund() {
        given(PLACED).when(CANCEL).thenEvents(CANCELLED);
        Order order = given(PLACED, CONFIRMED).when(CANCEL).thenEvents(CANCELLED).state();

        assertThat(order.status()).isEqualTo(OrderStatus.CANCELLED);
        assertThat(order.cancellation()).isEqualTo(new Cancellation("changed my mind", NOW, false));
    }

    @Test
    void cancellingAPaidOrderRecordsThatARefundIsDue() {
        given(PLACED, CONFIRMED, PAID)
                .when(CANCEL)
                .thenEvents(new OrderCancelled("changed my mind", true, NOW));
    }

    @Test
    void anOrderThatWasFreeNeedsNoRefund() {
        var free = List.of(new OrderLine("sample", 1, new BigDecimal("0.00")));
        var nothing = new BigDecimal("0.00");
        var placed = new OrderPlaced(ID, "ada", EUR, free, nothing, ADDRESS, NOW);

        given(placed, CONFIRMED, new OrderPaid(nothing, "pay-1", NOW))
                .when(CANCEL)
                .thenEvents(CANCELLED);
    }

    @Test
    void anOrderExpiresWhileItIsNotPaidAndAPaymentBeforeWins() {
        var expired = new OrderCancelled(OrderPolicy.NOT_PAID, false, NOW);
        given(PLACED).when(new ExpireOrder()).thenEvents(expired);
        given(PLACED, CONFIRMED).when(new ExpireOrder()).thenEvents(expired);
        given(PLACED, CONFIRMED, PAID)
                .when(new ExpireOrder())
                .thenRefused(
                        "order-already-paid",
                        "The order is PAID; only an order that is not paid expires.");
    }

    @Test
    void anOrderCannotBeCancelledAfterShipping() {
        given(PLACED, CONFIRMED, PAID, SHIPPED)
                .when(CANCEL)
                .thenRefused(
                        "order-already-shipped",
                        "The order is SHIPPED; it can be cancelled only while it is PLACED, CONFIRMED or PAID.");
    }

    @Test
    void nothingCanBeDoneWithAnOrderThatEnded() {
        for (OrderCommand command :
                List.of(
                        new ChangeLines(EUR, LINES),
                        new ConfirmOrder(),
                        PAY,
                        SHIP,
                        new DeliverOrder(),
                        CANCEL,
                        new ExpireOrder())) {
            given(PLACED, CANCELLED)
                    .when(command)
                    .thenRefused(
                            "order-cancelled",
                            "The order is CANCELLED; nothing can be done with it any more.");
            given(PLACED, CONFIRMED, PAID, SHIPPED, DELIVERED)
                    .when(command)
                    .thenRefused(
                            "order-delivered",
                            "The order is DELIVERED; nothing can be done with it any more.");
        }
    }

    @Test
    void aDamagedHistoryIsNotFoldedIntoAnOrder() {
        assertThatThrownBy(() -> given(CONFIRMED).state())
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("begin with OrderPlaced");
        assertThatThrownBy(() -> given(PLACED, PLACED).state())
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("placed twice");
    }
}
