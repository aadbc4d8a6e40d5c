package dev.cobnut.orders.domain;

/// Where an order is in its life; the names are part of the API and of stored views.
public enum OrderStatus {
    PLACED,
    CONFIRMED,
    PAID,
    SHIPPED,
    DELIVERED,
    CANCELLED
}
