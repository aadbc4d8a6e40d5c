package dev.cobnut.orders.webhook;

import dev.cobnut.framework.handler.HandlerObserver;
import dev.cobnut.framework.handler.HandlerStatus;
import dev.cobnut.framework.handler.RuntimeHandlers;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import java.util.function.ToLongFunction;
import java.util.stream.LongStream;

/// Counts what becomes of events at webhooks. All webhooks share the series: their number is up to
/// callers.
final class WebhookMetrics implements HandlerObserver {

    private final MeterRegistry registry;
    private final Counter delivered;
    private final Counter retried;
    private final Counter parked;

    WebhookMetrics(MeterRegistry registry) {
        this.registry = registry;
        this.delivered = counter("webhook.delivered", "Events that receivers of webhooks took");
        this.retried =
                counter(
                        "webhook.retried",
                        "Attempts to send an event to a webhook that failed or had to wait");
        this.parked = counter("webhook.parked", "Times that an order was parked for a webhook");
    }

    private Counter counter(String name, String description) {
        return Counter.builder(name).description(description).register(registry);
    }

    /// Registers the gauges. They ask the journal when they are read.
    void observe(RuntimeHandlers handlers) {
        gauge(
                "webhook.running",
                "Webhooks whose events this member sends",
                () -> handlers.names().size());
        gauge(
                "webhook.parked.orders",
                "Parked orders of the webhooks whose events this member sends",
                () -> values(handlers, HandlerStatus::parked).sum());
        gauge(
                "webhook.behind.max",
                "Events of the journal that the last of these webhooks has not passed",
                () -> values(handlers, HandlerStatus::behind).max().orElse(0));
    }

    private static LongStream values(
            RuntimeHandlers handlers, ToLongFunction<HandlerStatus> value) {
        return handlers.statuses(List.copyOf(handlers.names())).stream().mapToLong(value);
    }

    private void gauge(String name, String description, java.util.function.Supplier<Number> value) {
        Gauge.builder(name, value).description(description).register(registry);
    }

    /// An event arrived. (An event that a webhook does not want is handled, and does not arrive.)
    void delivered() {
        delivered.increment();
    }

    @Override
    public void handled(String handler, int count) {}

    @Override
    public void retried(String handler) {
        retried.increment();
    }

    @Override
    public void parked(String handler) {
        parked.increment();
    }
}
