package dev.cobnut.orders.domain;

import static dev.cobnut.orders.domain.OrderFixture.ADDRESS;
import static dev.cobnut.orders.domain.OrderFixture.EUR;
import static dev.cobnut.orders.domain.OrderFixture.ID;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cobnut.orders.domain.OrderCommand.ChangeLines;
import dev.cobnut.orders.domain.OrderCommand.PayOrder;
import dev.cobnut.orders.domain.OrderCommand.PlaceOrder;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class OrderLimitsTest {

    @Test
    void textMayHaveAnyVisibleCharacters() {
        assertThat(OrderLimits.textProblem("Žofie 李 🌰 O'Neil", 20)).isNull();
    }

    @Test
    void textMustNotBeBlankTooLongOrUnprintable() {
        assertThat(OrderLimits.textProblem("", 5)).isEqualTo("must not be blank");
        assertThat(OrderLimits.textProblem(" \u00a0\u2003", 5)).isEqualTo("must not be blank");
        assertThat(OrderLimits.textProblem("123456", 5))
                .isEqualTo("has 6 characters; at most 5 are allowed");
        assertThat(OrderLimits.textProblem("a\u0000", 5))
                .isEqualTo("must not contain control characters");
        assertThat(OrderLimits.textProblem("a\n", 5))
                .isEqualTo("must not contain control characters");
    }

    @Test
    void halfASurrogatePairIsRefusedBecauseItCouldNotBeStored() {
        String problem = "contains half of a surrogate pair at position 1";
        assertThat(OrderLimits.textProblem("a\ud83c", 5)).isEqualTo(problem);
        assertThat(OrderLimits.textProblem("a\udf30", 5)).isEqualTo(problem);
        assertThat(OrderLimits.textProblem("a\ud83cb", 5)).isEqualTo(problem);
    }

    @Test
    void quantitiesArePositiveAndBounded() {
        assertThat(OrderLimits.quantityProblem(1)).isNull();
        assertThat(OrderLimits.quantityProblem(10_000)).isNull();
        assertThat(OrderLimits.quantityProblem(0)).isEqualTo("must be from 1 to 10000");
        assertThat(OrderLimits.quantityProblem(10_001)).isEqualTo("must be from 1 to 10000");
    }

    @Test
    void aHugeExponentIsFoundBeforeItIsWrittenOut() {
        assertThat(OrderLimits.unitPriceProblem(new BigDecimal("1e2000000000")))
                .isEqualTo("must be at most 1000000000");
        assertThat(OrderLimits.amountProblem(new BigDecimal("1e2000000000")))
                .isEqualTo("must be at most 1000000000000");
        assertThat(Money.decimalsProblem(new BigDecimal("1e-2000000000"), EUR))
                .isEqualTo("has 2000000000 decimals, but EUR has 2; nothing is rounded");
        assertThat(Money.decimalsProblem(new BigDecimal("1e-2000000000"), null))
                .isEqualTo("has 2000000000 decimals; no currency has more than 4");
        assertThat(Money.exact(new BigDecimal("0e2000000000"), null)).isEqualTo(BigDecimal.ZERO);
        assertThat(Money.exact(new BigDecimal("0e2000000000"), EUR))
                .isEqualTo(new BigDecimal("0.00"));
    }

    @Test
    void aCurrencyIsOneThatAmountsAreWrittenIn() {
        assertThat(Money.currency("EUR")).isEqualTo(EUR);
        assertThat(Money.currency("eur")).isNull();
        assertThat(Money.currency("XAU")).isNull();
        assertThat(Money.currency("XTS")).isNull();
    }

    @Test
    void aCommandThatBreaksALimitCannotExist() {
        OrderLine fine = new OrderLine("nut", 1, new BigDecimal("1.00"));

        assertThatPlacing(List.of()).hasMessage("lines must have 1 to 100 lines");
        assertThatPlacing(List.of(fine, fine)).hasMessage("lines must name each product once");
        assertThatPlacing(List.of(new OrderLine("nut", 0, new BigDecimal("1.00"))))
                .hasMessage("lines must be from 1 to 10000");
        assertThatPlacing(List.of(new OrderLine("nut", 1, new BigDecimal("1.0"))))
                .hasMessage("lines must carry exactly the decimals of EUR");
        assertThatPlacing(List.of(new OrderLine("nut", 1, new BigDecimal("-1.00"))))
                .hasMessage("lines must not be negative");
        assertThatThrownBy(() ->
                        new ChangeLines(
                                null, List.of(new OrderLine("nut", 1, new BigDecimal("1e-5")))))
                .hasMessage("lines must carry 0 to 4 decimals");
        assertThatThrownBy(() -> new PayOrder(new BigDecimal("-1"), "pay-1"))
                .hasMessage("amount must not be negative");
    }

    @Test
    void theTotalIsBounded() {
        List<OrderLine> lines = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            lines.add(new OrderLine("nut-" + i, 10_000, new BigDecimal("99999999.00")));
        }
        assertThatPlacing(lines).hasMessage("lines add up to more than 1000000000000");
    }

    private static org.assertj.core.api.AbstractThrowableAssert<?, ? extends Throwable>
            assertThatPlacing(List<OrderLine> lines) {
        return assertThatThrownBy(() -> new PlaceOrder(ID, "ada", EUR, lines, ADDRESS))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
