package dev.cobnut.orders.domain;

/// The step of its life that an order has reached. The names are part of the API and of stored
/// views.
public enum OrderStatus {
    PLACED,
    CONFIRMED,
    PAID,
    SHIPPED,
    DELIVERED,
    CANCELLED
}
