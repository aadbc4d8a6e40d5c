package dev.cobnut.framework.autoconfigure;

import dev.cobnut.framework.command.CommandGateway;
import dev.cobnut.framework.command.Decider;
import dev.cobnut.framework.command.StreamGateway;
import dev.cobnut.framework.event.UnusableDomainException;
import dev.cobnut.framework.journal.StoredType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/// The gateways of a service: one per [Decider]. A service with one decider injects
/// `CommandGateway` directly.
public final class CommandGateways {

    private final Function<Decider<?, ?, ?>, StreamGateway<?, ?, ?>> open;
    private final List<StreamGateway<?, ?, ?>> gateways = new ArrayList<>();
    private final Map<String, Decider<?, ?, ?>> deciders = new HashMap<>();

    CommandGateways(Function<Decider<?, ?, ?>, StreamGateway<?, ?, ?>> open) {
        this.open = open;
    }

    /// Opens the gateway of a decider. Call it once per decider.
    ///
    /// @throws UnusableDomainException when no stream id can carry the decider's category, or when
    ///   the category has a gateway already
    @SuppressWarnings("unchecked") // a gateway has the types of its decider
    public synchronized <S, C, E> CommandGateway<S, C> of(Decider<S, C, E> decider) {
        Decider<?, ?, ?> other = deciders.get(decider.category());
        if (other != null) {
            throw new UnusableDomainException(
                    other.equals(decider)
                            ? "the gateway of "
                                    + decider.getClass().getName()
                                    + " is opened twice; open it once and share it"
                            : ofOneCategory(other, decider));
        }
        StreamGateway<?, ?, ?> gateway = open.apply(decider);
        gateways.add(gateway);
        deciders.put(decider.category(), decider);
        return (CommandGateway<S, C>) gateway;
    }

    /// Also deciders whose gateway nobody opens: one of two would be opened some day.
    ///
    /// @throws UnusableDomainException when two deciders have one category, or one has no codec for
    ///   any event
    static void requireOneForEachCategory(Iterable<? extends Decider<?, ?, ?>> deciders) {
        Map<String, Decider<?, ?, ?>> byCategory = new HashMap<>();
        for (Decider<?, ?, ?> decider : deciders) {
            Decider<?, ?, ?> other = byCategory.put(decider.category(), decider);
            if (other != null) {
                throw new UnusableDomainException(ofOneCategory(other, decider));
            }
            if (decider.codec().types().isEmpty()) {
                throw new UnusableDomainException(
                        "the codec of "
                                + decider.getClass().getName()
                                + " knows no event type; give it the sealed interface of the events"
                                + " (JsonEventCodec.of)");
            }
        }
    }

    private static String ofOneCategory(Decider<?, ?, ?> one, Decider<?, ?, ?> other) {
        return "two deciders are of the category "
                + one.category()
                + ", "
                + one.getClass().getName()
                + " and "
                + other.getClass().getName()
                + "; give one of them another category";
    }

    /// @throws UnusableDomainException when a decider cannot read a stored event of its category
    synchronized void requireReadable(List<StoredType> stored) {
        StoredTypes.requireReadable(stored, deciders.values());
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
