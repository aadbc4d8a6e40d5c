package dev.cobnut.orders.domain;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Currency;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Exact amounts: a `BigDecimal` with exactly the decimals of an ISO 4217 currency. Nothing here
/// rounds.
public final class Money {

    /// Without those that have no decimals by definition: gold, test codes, "no currency".
    private static final Map<String, Currency> BY_CODE =
            Currency.getAvailableCurrencies().stream()
                    .filter(currency -> currency.getDefaultFractionDigits() >= 0)
                    .collect(
                            Collectors.toUnmodifiableMap(
                                    Currency::getCurrencyCode, currency -> currency));

    private Money() {}

    /// @return null when there is no such currency, or none that amounts are written in
    public static @Nullable Currency currency(String code) {
        return BY_CODE.get(code);
    }

    /// Null when the currency has the amount's decimals, else a phrase as in [OrderLimits].
    public static @Nullable String decimalsProblem(BigDecimal amount, Currency currency) {
        int decimals = currency.getDefaultFractionDigits();
        return amount.scale() > decimals
                ? "has %d decimals, but %s has %d; nothing is rounded"
                        .formatted(amount.scale(), currency.getCurrencyCode(), decimals)
                : null;
    }

    /// The same amount with all decimals of the currency: 12.5 EUR becomes 12.50.
    ///
    /// @throws ArithmeticException when the amount has more decimals than that
    public static BigDecimal exact(BigDecimal amount, Currency currency) {
        return amount.setScale(currency.getDefaultFractionDigits(), RoundingMode.UNNECESSARY);
    }

    /// @param lines priced in the currency
    public static BigDecimal total(List<OrderLine> lines, Currency currency) {
        BigDecimal total = BigDecimal.valueOf(0, currency.getDefaultFractionDigits());
        for (OrderLine line : lines) {
            total = total.add(line.lineTotal());
        }
        return total;
    }
}
