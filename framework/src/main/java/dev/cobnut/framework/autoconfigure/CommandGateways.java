package dev.cobnut.framework.autoconfigure;

import dev.cobnut.framework.command.CommandGateway;
import dev.cobnut.framework.command.Decider;
import dev.cobnut.framework.command.StreamGateway;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/// The gateways of a service: one per [Decider]. A service with one decider injects
/// `CommandGateway` directly.
public final class CommandGateways {

    private final Function<Decider<?, ?, ?>, StreamGateway<?, ?, ?>> open;
    private final List<StreamGateway<?, ?, ?>> gateways = new ArrayList<>();
    private final List<String> categories = new ArrayList<>();

    CommandGateways(Function<Decider<?, ?, ?>, StreamGateway<?, ?, ?>> open) {
        this.open = open;
    }

    /// Opens the gateway of a decider. Call it once per decider.
    ///
    /// @throws IllegalArgumentException when the decider's category has a gateway already
    @SuppressWarnings("unchecked") // a gateway has the types of its decider
    public synchronized <S, C, E> CommandGateway<S, C> of(Decider<S, C, E> decider) {
        if (categories.contains(decider.category())) {
            throw new IllegalArgumentException(
                    "streams of category " + decider.category() + " have a gateway already");
        }
        StreamGateway<?, ?, ?> gateway = open.apply(decider);
        gateways.add(gateway);
        categories.add(decider.category());
        return (CommandGateway<S, C>) gateway;
    }

    synchronized long queued() {
        return gateways.stream().mapToLong(gateway -> gateway.aggregates().queued()).sum();
    }

    synchronized int resident() {
        return gateways.stream().mapToInt(gateway -> gateway.aggregates().resident()).sum();
    }

    synchronized void close() {
        gateways.forEach(StreamGateway::close);
    }
}
