package dev.cobnut.orders.stats;

import dev.cobnut.orders.domain.OrderLine;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.Map;

/// The sum of facts. Amounts are exact and of one currency. Not thread-safe.
public final class OrderSum {

    private long placed;
    private long paid;
    private long cancelled;
    private long shipped;
    private long unreadable;
    private long changedAt;
    private BigDecimal paidAmount = BigDecimal.ZERO;
    private BigDecimal refundAmount = BigDecimal.ZERO;
    private final DurationHistogram placedToShipped = new DurationHistogram();

    /// Pieces that were paid for, less those that were refunded, by product.
    private final Map<String, Long> pieces = new HashMap<>();

    void add(OrderFact fact) {
        switch (fact.kind()) {
            case PLACED -> placed++;
            case CANCELLED -> cancelled++;
            case UNREADABLE -> unreadable++;
            case PAID -> {
                paid++;
                paidAmount = paidAmount.add(fact.amount());
                addPieces(fact, 1);
            }
            case REFUNDED -> {
                refundAmount = refundAmount.add(fact.amount());
                addPieces(fact, -1);
            }
            case SHIPPED -> {
                shipped++;
                placedToShipped.add(fact.millis());
            }
        }
    }

    private void addPieces(OrderFact fact, long sign) {
        for (OrderLine line : fact.lines()) {
            pieces.merge(line.productId(), sign * line.quantity(), Long::sum);
        }
    }

    /// Adds another sum, but not its pieces.
    void addWithoutPieces(OrderSum other) {
        placed += other.placed;
        paid += other.paid;
        cancelled += other.cancelled;
        shipped += other.shipped;
        unreadable += other.unreadable;
        paidAmount = paidAmount.add(other.paidAmount);
        refundAmount = refundAmount.add(other.refundAmount);
        placedToShipped.add(other.placedToShipped);
    }

    /// @param position of the commit that has changed this sum last
    void changedAt(long position) {
        changedAt = position;
    }

    long changedAt() {
        return changedAt;
    }

    Map<String, Long> pieces() {
        return pieces;
    }

    public long placed() {
        return placed;
    }

    public long paid() {
        return paid;
    }

    public long cancelled() {
        return cancelled;
    }

    public long shipped() {
        return shipped;
    }

    public long unreadable() {
        return unreadable;
    }

    public BigDecimal paidAmount() {
        return paidAmount;
    }

    public BigDecimal refundAmount() {
        return refundAmount;
    }

    /// What was paid, less what is to be refunded; negative when more is refunded.
    public BigDecimal revenue() {
        return paidAmount.subtract(refundAmount);
    }

    /// The time from placed to shipped that a part of the shipped orders did not exceed, in
    /// milliseconds, at most 3.2 % away from the exact one.
    ///
    /// @param part from 0 to 1
    public long placedToShippedMillis(double part) {
        return placedToShipped.quantile(part);
    }
}
