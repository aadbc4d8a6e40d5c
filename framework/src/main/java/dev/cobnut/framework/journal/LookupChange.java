package dev.cobnut.framework.journal;

/// Puts an item into a group of a lookup, or takes it out. Both are idempotent.
///
/// A lookup is a view's secondary key, for example `orders-by-customer`: group = customer id, item
/// = order id.
public sealed interface LookupChange {

    String lookup();

    String group();

    String item();

    record Put(String lookup, String group, String item) implements LookupChange {}

    record Remove(String lookup, String group, String item) implements LookupChange {}
}
