package dev.cobnut.orders.domain;

import java.math.BigDecimal;
import java.util.Currency;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The limits of an order's values, in one place: the API asks before it builds a command, and the
/// commands' constructors check again. Events are not checked when they are read, so a limit can
/// change and old events stay readable.
///
/// A `…Problem` function answers null when all is well, else a phrase that follows the field's
/// name, for example `must not be blank`.
public final class OrderLimits {

    /// The lines of one parcel. An event stays at about ten kilobytes.
    public static final int LINES_MAX = 100;

    /// Pieces in one line. More are a typing error in a shop.
    public static final int QUANTITY_MAX = 10_000;

    /// In any currency. It is enough for the currencies with the smallest units.
    public static final BigDecimal UNIT_PRICE_MAX = BigDecimal.valueOf(1_000_000_000L);

    /// In any currency. With four decimals it fits into 64 bits, where `BigDecimal` is fast.
    public static final BigDecimal TOTAL_MAX = BigDecimal.valueOf(1_000_000_000_000L);

    /// Ids of customers and products, in UTF-16 units (as all lengths here).
    public static final int ID_LENGTH_MAX = 100;

    /// Each part of an address.
    public static final int ADDRESS_LENGTH_MAX = 200;

    /// Payment references, carriers, tracking numbers.
    public static final int REFERENCE_LENGTH_MAX = 100;

    /// Reasons of cancellations.
    public static final int REASON_LENGTH_MAX = 500;

    /// Changes of one order's lines. It bounds the length of the stream.
    public static final int LINE_CHANGES_MAX = 10_000;

    private OrderLimits() {}

    /// Visible text: not blank, no control characters, and no half of a surrogate pair, which has
    /// no form in UTF-8.
    public static @Nullable String textProblem(String text, int lengthMax) {
        int length = text.length();
        if (length > lengthMax) {
            return "has " + length + " characters; at most " + lengthMax + " are allowed";
        }
        boolean blank = true;
        for (int i = 0; i < length; i++) {
            char c = text.charAt(i);
            if (c > ' ' && c < 0x7f) {
                blank = false;
            } else if (Character.isISOControl(c)) {
                return "must not contain control characters";
            } else if (Character.isSurrogate(c)) {
                if (!Character.isHighSurrogate(c)
                        || i + 1 == length
                        || !Character.isLowSurrogate(text.charAt(i + 1))) {
                    return "contains half of a surrogate pair at position " + i;
                }
                blank = false;
                i++;
            } else if (!Character.isWhitespace(c) && !Character.isSpaceChar(c)) {
                blank = false;
            }
        }
        return blank ? "must not be blank" : null;
    }

    public static @Nullable String quantityProblem(long quantity) {
        return quantity < 1 || quantity > QUANTITY_MAX ? "must be from 1 to " + QUANTITY_MAX : null;
    }

    /// Checks an amount without knowing its currency.
    public static @Nullable String amountProblem(BigDecimal amount) {
        if (amount.signum() < 0) {
            return "must not be negative";
        }
        return amount.compareTo(TOTAL_MAX) > 0
                ? "must be at most " + TOTAL_MAX.toPlainString()
                : null;
    }

    /// Checks a unit price without knowing its currency; [Money#decimalsProblem] checks the rest.
    public static @Nullable String unitPriceProblem(BigDecimal price) {
        if (price.signum() < 0) {
            return "must not be negative";
        }
        return price.compareTo(UNIT_PRICE_MAX) > 0
                ? "must be at most " + UNIT_PRICE_MAX.toPlainString()
                : null;
    }

    public static @Nullable String lineCountProblem(int lines) {
        return lines < 1 || lines > LINES_MAX ? "must have 1 to " + LINES_MAX + " lines" : null;
    }

    /// @param total sum of all lines
    public static @Nullable String totalProblem(BigDecimal total) {
        return total.compareTo(TOTAL_MAX) > 0
                ? "add up to more than " + TOTAL_MAX.toPlainString()
                : null;
    }

    /// @return index of an earlier line with the same product as line `index`, or -1. Linear, which
    ///   is faster than a set for the few lines that orders have.
    private static int earlierLineOf(List<OrderLine> lines, int index) {
        String product = lines.get(index).productId();
        for (int i = 0; i < index; i++) {
            if (lines.get(i).productId().equals(product)) {
                return i;
            }
        }
        return -1;
    }

    /// @param currency that the prices are in; null when it is not known yet
    static @Nullable String linesProblem(List<OrderLine> lines, @Nullable Currency currency) {
        String problem = lineCountProblem(lines.size());
        if (problem != null) {
            return problem;
        }
        for (int i = 0; i < lines.size(); i++) {
            OrderLine line = lines.get(i);
            problem = first(problem, textProblem(line.productId(), ID_LENGTH_MAX));
            problem = first(problem, quantityProblem(line.quantity()));
            problem = first(problem, unitPriceProblem(line.unitPrice()));
            problem = first(problem, scaleProblem(line.unitPrice().scale(), currency));
            if (earlierLineOf(lines, i) >= 0) {
                problem = first(problem, "must name each product once");
            }
        }
        return problem != null ? problem : totalProblem(Money.total(lines));
    }

    private static @Nullable String scaleProblem(int scale, @Nullable Currency currency) {
        if (currency == null) {
            return scale < 0 || scale > Money.DECIMALS_MAX
                    ? "must carry 0 to " + Money.DECIMALS_MAX + " decimals"
                    : null;
        }
        return scale == currency.getDefaultFractionDigits()
                ? null
                : "must carry exactly the decimals of " + currency;
    }

    static @Nullable String addressProblem(ShippingAddress address) {
        String problem = textProblem(address.name(), ADDRESS_LENGTH_MAX);
        problem = first(problem, textProblem(address.line1(), ADDRESS_LENGTH_MAX));
        if (address.line2() != null) {
            problem = first(problem, textProblem(address.line2(), ADDRESS_LENGTH_MAX));
        }
        problem = first(problem, textProblem(address.city(), ADDRESS_LENGTH_MAX));
        problem = first(problem, textProblem(address.postalCode(), ADDRESS_LENGTH_MAX));
        return first(problem, textProblem(address.country(), ADDRESS_LENGTH_MAX));
    }

    static void require(String field, @Nullable String problem) {
        if (problem != null) {
            throw new IllegalArgumentException(field + " " + problem);
        }
    }

    private static @Nullable String first(@Nullable String one, @Nullable String other) {
        return one != null ? one : other;
    }
}
