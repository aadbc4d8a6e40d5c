package dev.cobnut.loadtests.variant.naive;

import com.hazelcast.map.IMap;
import dev.cobnut.framework.outbox.OutboxEntry;
import java.util.List;

/// Every poll scans the map, fetches all pending entries, and sorts them to return a page.
final class ScanningOutboxStore extends QueriedOutboxStore {

    ScanningOutboxStore(IMap<String, OutboxEntry> map) {
        super(map);
    }

    @Override
    List<OutboxEntry> query(long afterCreatedAt, int limit) {
        return map().values(pending()).stream()
                .filter(entry -> entry.createdAt() > afterCreatedAt)
                .sorted(BY_CREATED_AT)
                .limit(limit)
                .toList();
    }

    @Override
    public long pendingCount() {
        return map().values(pending()).size();
    }
}
