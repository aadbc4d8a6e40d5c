package dev.cobnut.orders;

import dev.cobnut.orders.domain.OrderCommand.ExpireOrder;
import dev.cobnut.orders.domain.OrderEvent;
import dev.cobnut.orders.domain.OrderEvent.OrderCancelled;
import dev.cobnut.orders.domain.OrderEvent.OrderConfirmed;
import dev.cobnut.orders.domain.OrderEvent.OrderPaid;
import dev.cobnut.orders.domain.OrderEvent.OrderPlaced;
import dev.cobnut.orders.domain.OrderLine;
import dev.cobnut.orders.domain.ShippingAddress;
import dev.cobnut.test.scenario.DomainScenario;
import dev.cobnut.test.scenario.ProcessScenario;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.Currency;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class UnpaidOrdersTest {

    private static final Instant NOW = DomainScenario.NOW;
    private static final Duration TIME = Duration.ofMinutes(30);
    private static final UUID ID = UUID.fromString("01a1f874-3e4b-7000-9f10-2b7d3c9e4a55");
    private static final BigDecimal TOTAL = new BigDecimal("25.00");

    private final OrderDecider decider = new OrderDecider();
    private final ProcessScenario<OrderEvent> placed =
            ProcessScenario.of(
                            decider, around -> UnpaidOrders.process(around.gateway(decider), TIME))
                    .stream(ID.toString())
                    .given(
                            new OrderPlaced(
                                    ID,
                                    "ada",
                                    Currency.getInstance("EUR"),
                                    List.of(new OrderLine("nut-1", 2, new BigDecimal("12.50"))),
                                    TOTAL,
                                    new ShippingAddress(
                                            "Ada", "1 Nut Street", null, "Kent", "TN1", "GB"),
                                    NOW));

    @Test
    void anOrderThatIsNotPaidInTimeIsCancelled() {
        placed.when(new OrderConfirmed(NOW))
                .thenTimer("ExpireOrder", NOW.plus(TIME))
                .whenPassed(TIME.minusNanos(1_000))
                .thenNoCommands()
                .whenPassed(Duration.ofNanos(1_000))
                .thenContents(new ExpireOrder());
    }

    @Test
    void anOrderThatIsPaidOrCancelledIsLeftAlone() {
        placed.given(new OrderConfirmed(NOW))
                .when(new OrderPaid(TOTAL, "PSP-1", NOW))
                .thenNoTimers()
                .whenPassed(TIME)
                .thenNoCommands();
        placed.when(new OrderCancelled("another idea", false, NOW)).thenNoTimers();
    }
}
