/// The rules of an order, as pure functions over immutable values: no Spring, no Hazelcast, no
/// framework, no clock.
///
/// In: an [OrderCommand], the current [Order] and the time. Out: an [OrderDecision], which is an
/// [OrderEvent] or a refusal with a stable code.
///
/// ```text
///            confirm           pay           ship            deliver
///   PLACED ──────────▶ CONFIRMED ──▶ PAID ──────────▶ SHIPPED ──────────▶ DELIVERED
///   │ ▲ change lines       │           │
///   └─┴────────────────────┴───────────┴── cancel ──▶ CANCELLED (a refund is due if it was paid)
/// ```
///
/// Promises: amounts are exact and have the currency's decimals. The total of an order is the sum
/// of its lines. A DELIVERED or CANCELLED order never changes. [OrderLimits] names every limit.
@NullMarked
package dev.cobnut.orders.domain;

import org.jspecify.annotations.NullMarked;
