package dev.cobnut.framework.autoconfigure.actor;

import dev.cobnut.runtime.actor.ActorMetrics;
import dev.cobnut.runtime.actor.ActorSystem;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;

/// Binds the metrics of an actor system to Micrometer. Values are read when a registry asks for
/// them, so actors pay nothing.
final class ActorMeters implements MeterBinder {

    private static final double NANOS_PER_SECOND = TimeUnit.SECONDS.toNanos(1);

    private final ActorSystem system;

    ActorMeters(ActorSystem system) {
        this.system = system;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        Tags tags = Tags.of("system", system.name());
        gauge(registry, ActorMeter.ACTORS, tags, ActorMetrics::actors);
        gauge(registry, ActorMeter.DEPTH, tags, ActorMetrics::queued);
        counter(registry, ActorMeter.ACCEPTED, tags, ActorMetrics::accepted);
        counter(registry, ActorMeter.HANDLED, tags, ActorMetrics::handled);
        refused(registry, tags, "rejected", ActorMetrics::rejected);
        refused(registry, tags, "dropped", ActorMetrics::dropped);
        refused(registry, tags, "timed-out", ActorMetrics::blockedTooLong);
        refused(registry, tags, "closed", ActorMetrics::closed);
        waited(registry, tags, 0.5);
        waited(registry, tags, 0.99);
        counter(registry, ActorMeter.FAILED, tags, ActorMetrics::failed);
        counter(registry, ActorMeter.RESTARTED, tags, ActorMetrics::restarted);
        counter(registry, ActorMeter.TERMINATED, tags, ActorMetrics::terminated);
        counter(registry, ActorMeter.DEAD_LETTERS, tags, ActorMetrics::deadLetters);
        counter(registry, ActorMeter.OBSERVER_ERRORS, tags, ActorMetrics::observerErrors);
    }

    private void waited(MeterRegistry registry, Tags tags, double quantile) {
        gauge(
                registry,
                ActorMeter.WAITED,
                tags.and(Tag.of("quantile", Double.toString(quantile))),
                metrics -> metrics.waitedNanos(quantile) / NANOS_PER_SECOND);
    }

    private void refused(
            MeterRegistry registry,
            Tags tags,
            String result,
            ToDoubleFunction<ActorMetrics> value) {
        counter(registry, ActorMeter.REFUSED, tags.and(Tag.of("result", result)), value);
    }

    private void gauge(
            MeterRegistry registry,
            ActorMeter meter,
            Tags tags,
            ToDoubleFunction<ActorMetrics> value) {
        Gauge.builder(meter.id(), system.metrics(), value)
                .description(meter.description())
                .tags(tags)
                .register(registry);
    }

    private void counter(
            MeterRegistry registry,
            ActorMeter meter,
            Tags tags,
            ToDoubleFunction<ActorMetrics> value) {
        FunctionCounter.builder(meter.id(), system.metrics(), value)
                .description(meter.description())
                .tags(tags)
                .register(registry);
    }
}
