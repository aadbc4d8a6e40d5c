package dev.cobnut.framework.autoconfigure;

import dev.cobnut.framework.command.CommandGateway;
import dev.cobnut.framework.command.Domain;
import dev.cobnut.framework.command.StreamGateway;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/// The gateways of a service: one per domain. A service with a single domain injects
/// `CommandGateway` directly.
public final class CommandGateways {

    private final Function<Domain<?, ?, ?>, StreamGateway<?, ?, ?>> open;
    private final List<StreamGateway<?, ?, ?>> gateways = new ArrayList<>();
    private final List<String> categories = new ArrayList<>();

    CommandGateways(Function<Domain<?, ?, ?>, StreamGateway<?, ?, ?>> open) {
        this.open = open;
    }

    /// Opens the gateway of a domain. Call it once per domain.
    ///
    /// @throws IllegalArgumentException when the domain's category has a gateway already
    @SuppressWarnings("unchecked") // a gateway has the types of its domain
    public synchronized <S, C, E> CommandGateway<S, C> of(Domain<S, C, E> domain) {
        if (categories.contains(domain.category())) {
            throw new IllegalArgumentException(
                    "streams of category " + domain.category() + " have a gateway already");
        }
        StreamGateway<?, ?, ?> gateway = open.apply(domain);
        gateways.add(gateway);
        categories.add(domain.category());
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
