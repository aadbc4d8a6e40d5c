package dev.cobnut.orders.domain;

import java.time.Instant;

/// The parcel on its way.
public record Shipment(String carrier, String trackingNumber, Instant shippedAt) {}
