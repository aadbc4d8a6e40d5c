package dev.cobnut.orders.domain;

import java.time.Instant;

/// Why an order ended early.
///
/// @param refundDue true when it had been paid: the payment's whole amount is owed to the customer
public record Cancellation(String reason, Instant cancelledAt, boolean refundDue) {}
