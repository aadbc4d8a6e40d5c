package dev.cobnut.framework.autoconfigure.actuator;

import dev.cobnut.framework.handler.HandlerStatus;
import dev.cobnut.framework.handler.Handlers;
import java.util.LinkedHashMap;
import java.util.Map;
import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;

/// DOWN when a handler has parked streams, or runs here and does not advance although there are
/// events. A handler that is only behind is UP: it may be new.
final class HandlersHealth extends AbstractHealthIndicator {

    private final Handlers handlers;

    HandlersHealth(Handlers handlers) {
        this.handlers = handlers;
    }

    @Override
    protected void doHealthCheck(Health.Builder builder) {
        builder.up();
        for (HandlerStatus status : handlers.statuses()) {
            if (status.stalled() || status.parked() > 0) {
                builder.down();
            }
            Map<String, Object> details = new LinkedHashMap<>();
            details.put("behind", status.behind());
            details.put("parkedStreams", status.parked());
            details.put("stalled", status.stalled());
            HandlerStatus.Waiting waiting = status.waiting();
            if (waiting != null) {
                details.put("waitingFor", waiting.reason());
            }
            builder.withDetail(status.name(), details);
        }
    }
}
