package dev.cobnut.orders.domain;

import java.math.BigDecimal;

/// Some pieces of one product. A product is in at most one line of an order.
///
/// @param quantity pieces
/// @param unitPrice of one piece, with exactly the decimals of the order's currency; in
///   [OrderCommand.ChangeLines] as the sender wrote it
public record OrderLine(String productId, int quantity, BigDecimal unitPrice) {

    public BigDecimal lineTotal() {
        return unitPrice.multiply(BigDecimal.valueOf(quantity));
    }
}
