package dev.cobnut.orders.domain;

import java.time.Instant;

/// The parcel of an order.
public record Shipment(String carrier, String trackingNumber, Instant shippedAt) {}
