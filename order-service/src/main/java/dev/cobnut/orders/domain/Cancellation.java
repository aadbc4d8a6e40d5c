package dev.cobnut.orders.domain;

import java.time.Instant;

/// The end of an order before its delivery.
///
/// @param refundDue true when the order was paid: the customer gets the whole payment back
public record Cancellation(String reason, Instant cancelledAt, boolean refundDue) {}
