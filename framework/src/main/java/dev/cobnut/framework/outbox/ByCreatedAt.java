package dev.cobnut.framework.outbox;

import java.io.Serializable;
import java.util.Comparator;
import java.util.Map;

/// The total order of a page: `createdAt`, then the key. With a comparator that treats two entries
/// as equal, a `PagingPredicate` drops one of them.
record ByCreatedAt() implements Comparator<Map.Entry<String, OutboxEntry>>, Serializable {

    @Override
    public int compare(Map.Entry<String, OutboxEntry> a, Map.Entry<String, OutboxEntry> b) {
        int byTime = Long.compare(a.getValue().createdAt(), b.getValue().createdAt());
        return byTime != 0 ? byTime : a.getKey().compareTo(b.getKey());
    }
}
