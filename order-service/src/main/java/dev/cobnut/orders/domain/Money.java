package dev.cobnut.orders.domain;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Currency;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Exact amounts: a `BigDecimal` with exactly the decimals of an ISO 4217 currency. Nothing is
/// rounded.
public final class Money {

    /// Without the codes that have no decimals by definition: gold, test codes, "no currency".
    private static final Map<String, Currency> BY_CODE =
            Currency.getAvailableCurrencies().stream()
                    .filter(currency -> currency.getDefaultFractionDigits() >= 0)
                    .collect(
                            Collectors.toUnmodifiableMap(
                                    Currency::getCurrencyCode, currency -> currency));

    /// Most decimals of any currency.
    public static final int DECIMALS_MAX =
            BY_CODE.values().stream()
                    .mapToInt(Currency::getDefaultFractionDigits)
                    .max()
                    .orElseThrow();

    private Money() {}

    /// @return null for an unknown code, and for a code that amounts are not written in
    public static @Nullable Currency currency(String code) {
        return BY_CODE.get(code);
    }

    /// Null when the currency has the amount's decimals, else a phrase as in [OrderLimits].
    ///
    /// @param currency null when it is not known yet: then it may be any
    public static @Nullable String decimalsProblem(BigDecimal amount, @Nullable Currency currency) {
        if (currency == null) {
            return amount.scale() > DECIMALS_MAX
                    ? "has %d decimals; no currency has more than %d"
                            .formatted(amount.scale(), DECIMALS_MAX)
                    : null;
        }
        int decimals = currency.getDefaultFractionDigits();
        return amount.scale() > decimals
                ? "has %d decimals, but %s has %d; nothing is rounded"
                        .formatted(amount.scale(), currency.getCurrencyCode(), decimals)
                : null;
    }

    /// The same amount with all decimals of the currency: 12.5 EUR becomes 12.50.
    ///
    /// @param currency null when it is not known yet: then the amount keeps its decimals
    /// @throws ArithmeticException when the amount has more decimals than that
    public static BigDecimal exact(BigDecimal amount, @Nullable Currency currency) {
        int decimals =
                currency == null
                        ? Math.max(amount.scale(), 0)
                        : currency.getDefaultFractionDigits();
        return amount.setScale(decimals, RoundingMode.UNNECESSARY);
    }

    /// With the decimals of the lines' prices.
    public static BigDecimal total(List<OrderLine> lines) {
        BigDecimal total = BigDecimal.ZERO;
        for (OrderLine line : lines) {
            total = total.add(line.lineTotal());
        }
        return total;
    }
}
