package dev.cobnut.framework.autoconfigure;

import dev.cobnut.framework.autoconfigure.domain.DomainCodecs;
import dev.cobnut.framework.autoconfigure.domain.StoredTypes;
import dev.cobnut.framework.autoconfigure.tracing.Tracing;
import dev.cobnut.framework.command.CommandGateway;
import dev.cobnut.framework.command.Decider;
import dev.cobnut.framework.command.StreamGateway;
import dev.cobnut.framework.event.UnusableDomainException;
import dev.cobnut.framework.journal.StoredType;
import dev.cobnut.framework.snapshot.StreamSnapshots;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/// Opens the gateways of a service, one per [Decider]. A service injects `CommandGateway<S, C>`, a
/// bean for each decider that is a bean. It needs this class only for deciders that are no beans.
public final class CommandGateways {

    private final Function<Decider<?, ?, ?>, StreamGateway<?, ?, ?>> open;
    private final Map<String, StreamGateway<?, ?, ?>> gateways = new HashMap<>();
    private final Map<String, Decider<?, ?, ?>> deciders = new HashMap<>();

    private final @Nullable Tracing tracing;

    /// @param tracing null when it is off
    CommandGateways(
            Function<Decider<?, ?, ?>, StreamGateway<?, ?, ?>> open, @Nullable Tracing tracing) {
        this.open = open;
        this.tracing = tracing;
    }

    /// The gateway of a decider. The first call opens it.
    ///
    /// @throws UnusableDomainException when no stream id can carry the decider's category, or when
    ///   another decider has the category
    @SuppressWarnings("unchecked") // a gateway has the types of its decider
    public synchronized <S, C, E> CommandGateway<S, C> of(Decider<S, C, E> decider) {
        Decider<?, ?, ?> known = deciders.get(decider.category());
        if (known != null && !known.equals(decider)) {
            throw new UnusableDomainException(DomainCodecs.ofOneCategory(known, decider));
        }
        StreamGateway<?, ?, ?> gateway =
                gateways.computeIfAbsent(decider.category(), _ -> open.apply(decider));
        deciders.put(decider.category(), decider);
        CommandGateway<S, C> own = (CommandGateway<S, C>) gateway;
        return tracing == null ? own : tracing.traced(own);
    }

    /// @throws UnusableDomainException when a decider cannot read a stored event of its category
    synchronized void requireReadable(List<StoredType> stored) {
        StoredTypes.requireReadable(stored, deciders.values());
    }

    synchronized long queued() {
        return gateways.values().stream().mapToLong(gateway -> gateway.aggregates().queued()).sum();
    }

    synchronized int resident() {
        return gateways.values().stream()
                .mapToInt(gateway -> gateway.aggregates().resident())
                .sum();
    }

    /// Registers the counters of snapshots.
    void countSnapshots(Metrics metrics) {
        snapshots(metrics, "taken", StreamSnapshots::taken);
        snapshots(metrics, "used", StreamSnapshots::used);
        snapshots(metrics, "ignored", StreamSnapshots::ignored);
        snapshots(metrics, "failed", StreamSnapshots::failed);
    }

    private void snapshots(
            Metrics metrics, String result, ToLongFunction<StreamSnapshots<?>> count) {
        metrics.counter(Meter.SNAPSHOTS, this, all -> all.sum(count), "result", result);
    }

    private synchronized long sum(ToLongFunction<StreamSnapshots<?>> count) {
        return gateways.values().stream()
                .<StreamSnapshots<?>>mapMulti((gateway, next) -> {
                    StreamSnapshots<?> snapshots = gateway.snapshots();
                    if (snapshots != null) {
                        next.accept(snapshots);
                    }
                })
                .mapToLong(count)
                .sum();
    }

    synchronized void close() {
        gateways.values().forEach(StreamGateway::close);
    }
}
