package dev.cobnut.framework.autoconfigure.domain;

import dev.cobnut.framework.boundary.Boundary;
import dev.cobnut.framework.boundary.BoundaryGateway;
import dev.cobnut.framework.event.UnusableDomainException;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;

/// Opens the gateways of a service, one per [Boundary]. A service injects `BoundaryGateway<S, C>`,
/// a bean for each boundary that is a bean.
public final class BoundaryGateways {

    private final Function<Boundary<?, ?, ?>, BoundaryGateway<?, ?>> open;
    private final Map<String, BoundaryGateway<?, ?>> gateways = new HashMap<>();
    private final Map<String, Boundary<?, ?, ?>> boundaries = new HashMap<>();

    public BoundaryGateways(Function<Boundary<?, ?, ?>, BoundaryGateway<?, ?>> open) {
        this.open = open;
    }

    /// The gateway of a boundary. The first call opens it.
    ///
    /// @throws UnusableDomainException when another boundary has the name
    @SuppressWarnings("unchecked") // a gateway has the types of its boundary
    public synchronized <S, C, E> BoundaryGateway<S, C> of(Boundary<S, C, E> boundary) {
        Boundary<?, ?, ?> known = boundaries.putIfAbsent(boundary.name(), boundary);
        if (known != null && !known.equals(boundary)) {
            throw new UnusableDomainException(
                    "two boundaries are named "
                            + boundary.name()
                            + ", "
                            + known.getClass().getName()
                            + " and "
                            + boundary.getClass().getName()
                            + "; give one of them another name");
        }
        return (BoundaryGateway<S, C>)
                gateways.computeIfAbsent(boundary.name(), _ -> open.apply(boundary));
    }
}
