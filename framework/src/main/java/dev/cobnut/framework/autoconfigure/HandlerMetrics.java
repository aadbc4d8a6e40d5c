package dev.cobnut.framework.autoconfigure;

import dev.cobnut.framework.handler.HandlerObserver;
import dev.cobnut.framework.handler.HandlerStatus;
import dev.cobnut.framework.handler.Handlers;
import io.micrometer.core.instrument.Counter;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.ToLongFunction;

/// Records what becomes of events at handlers in Micrometer, by the handler's name.
final class HandlerMetrics implements HandlerObserver {

    private static final String HANDLER = "handler";

    private record Counters(Counter handled, Counter retried, Counter parked) {}

    private final Metrics metrics;
    private final Map<String, Counters> counters = new ConcurrentHashMap<>();

    HandlerMetrics(Metrics metrics) {
        this.metrics = metrics;
    }

    /// Registers the meters of every handler.
    void register(Handlers handlers) {
        for (String name : handlers.names()) {
            Counters _ = of(name);
            gauge(Meter.HANDLER_LAG, handlers, name, HandlerStatus::behind);
            gauge(Meter.HANDLER_PARKED_STREAMS, handlers, name, HandlerStatus::parked);
        }
    }

    private void gauge(
            Meter meter, Handlers handlers, String name, ToLongFunction<HandlerStatus> value) {
        metrics.gauge(
                meter,
                new QueryGauge(() ->
                        handlers.statuses().stream()
                                .filter(status -> status.name().equals(name))
                                .mapToLong(value)
                                .sum()),
                HANDLER,
                name);
    }

    private Counters of(String handler) {
        return counters.computeIfAbsent(
                handler,
                _ ->
                        new Counters(
                                metrics.counter(Meter.HANDLER_HANDLED, HANDLER, handler),
                                metrics.counter(Meter.HANDLER_RETRIED, HANDLER, handler),
                                metrics.counter(Meter.HANDLER_PARKED, HANDLER, handler)));
    }

    @Override
    public void handled(String handler, int count) {
        of(handler).handled().increment(count);
    }

    @Override
    public void retried(String handler) {
        of(handler).retried().increment();
    }

    @Override
    public void parked(String handler) {
        of(handler).parked().increment();
    }
}
