package dev.cobnut.orders.domain;

import java.math.BigDecimal;
import java.time.Instant;

/// How an order was paid.
///
/// @param amount equal to the order's total
/// @param reference the payment provider's
public record Payment(BigDecimal amount, String reference, Instant paidAt) {}
