package dev.cobnut.orders.domain;

import java.math.BigDecimal;
import java.time.Instant;

/// The payment of an order.
///
/// @param amount equal to the order's total
/// @param reference of the payment provider
public record Payment(BigDecimal amount, String reference, Instant paidAt) {}
