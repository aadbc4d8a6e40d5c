package dev.cobnut.framework.journal;

import dev.cobnut.framework.event.StorableText;

/// Puts an item into a group of a lookup, or takes it out. Both are idempotent.
///
/// A lookup is a view's secondary key, for example `orders-by-customer`: group = customer id, item
/// = order id.
public sealed interface LookupChange {

    /// Position of the event that the change follows from. The change is applied only by the
    /// transaction that marks this event as published, so a member that lost its partitions and
    /// publishes late changes nothing.
    long position();

    String lookup();

    String group();

    String item();

    /// False when the item is taken out.
    default boolean isPut() {
        return this instanceof Put;
    }

    record Put(long position, String lookup, String group, String item) implements LookupChange {
        /// @throws IllegalArgumentException when a text is not a key ([StorableText#requireKey])
        public Put {
            requireKeys(lookup, group, item);
        }
    }

    record Remove(long position, String lookup, String group, String item) implements LookupChange {
        /// @throws IllegalArgumentException when a text is not a key ([StorableText#requireKey])
        public Remove {
            requireKeys(lookup, group, item);
        }
    }

    private static void requireKeys(String lookup, String group, String item) {
        StorableText.requireKey("the name of a lookup", lookup);
        StorableText.requireKey("the group of a lookup", group);
        StorableText.requireKey("the item of a lookup", item);
    }
}
