package dev.cobnut.framework.autoconfigure.actuator;

import dev.cobnut.framework.table.TableStatus;
import dev.cobnut.framework.table.Tables;
import java.util.LinkedHashMap;
import java.util.Map;
import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;

/// DOWN when a table has parked streams, or has reached a limit and does not go on. A table that is
/// being built is UP: it says so to whoever reads it.
final class TablesHealth extends AbstractHealthIndicator {

    private final Tables tables;

    TablesHealth(Tables tables) {
        this.tables = tables;
    }

    @Override
    protected void doHealthCheck(Health.Builder builder) {
        builder.up();
        for (TableStatus status : tables.statuses()) {
            if (status.stopped() != null || !status.parked().isEmpty()) {
                builder.down();
            }
            Map<String, Object> details = new LinkedHashMap<>();
            details.put("ready", status.ready());
            details.put("behind", status.behind());
            details.put("parkedStreams", status.parked().size());
            details.put("stopped", status.stopped() == null ? false : status.stopped());
            builder.withDetail(status.name(), details);
        }
    }
}
