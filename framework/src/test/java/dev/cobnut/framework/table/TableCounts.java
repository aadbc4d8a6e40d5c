package dev.cobnut.framework.table;

import dev.cobnut.framework.table.owner.TableObserver;
import java.util.concurrent.atomic.AtomicLong;

/// Counts what tables report.
final class TableCounts implements TableObserver {

    final AtomicLong applied = new AtomicLong();
    final AtomicLong failed = new AtomicLong();
    final AtomicLong parked = new AtomicLong();

    @Override
    public void applied(String table, int count) {
        applied.addAndGet(count);
    }

    @Override
    public void failed(String table) {
        failed.incrementAndGet();
    }

    @Override
    public void parked(String table) {
        parked.incrementAndGet();
    }
}
