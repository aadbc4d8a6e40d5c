/// The rules of an order, as pure functions over immutable values: no Spring, no Hazelcast, no
/// framework, no clock.
///
/// In: an [OrderCommand], the [Order] as it is, the time. Out: a [OrderDecision]: the [OrderEvent]
/// that happened, or a refusal with a stable code.
///
/// ```text
///            confirm           pay           ship            deliver
///   PLACED ──────────▶ CONFIRMED ──▶ PAID ──────────▶ SHIPPED ──────────▶ DELIVERED
///   │ ▲ change lines       │           │
///   └─┴────────────────────┴───────────┴── cancel ──▶ CANCELLED (a refund is due if it was paid)
/// ```
///
/// Promises: amounts are exact, with the currency's decimals; every order's total is the sum of its
/// lines; nothing happens after DELIVERED or CANCELLED. [OrderLimits] names every bound.
@NullMarked
package dev.cobnut.orders.domain;

import org.jspecify.annotations.NullMarked;
