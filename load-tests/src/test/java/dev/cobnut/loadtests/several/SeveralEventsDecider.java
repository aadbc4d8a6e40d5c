package dev.cobnut.loadtests.several;

import dev.cobnut.framework.command.Decider;
import dev.cobnut.framework.command.Decision;
import dev.cobnut.framework.event.EventCodec;
import dev.cobnut.framework.event.Payload;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Adds events to each accepted command. It knows the orders by their stored events only, because
/// their classes are not on the class path of the tests.
///
/// The added events change the lines of the order, each to another quantity. So an event that is
/// missing shows in the order's lines as well as in its versions. A placement keeps the lines that
/// it was asked for.
///
/// @param orders decides the command itself
/// @param perCommand number of events of each accepted command
record SeveralEventsDecider<S, C, E>(Decider<S, C, E> orders, int perCommand)
        implements Decider<S, C, E> {

    private static final String PLACED = "OrderPlaced";
    private static final String CHANGED = "LinesChanged";

    @Override
    public String category() {
        return orders.category();
    }

    @Override
    public EventCodec<E> codec() {
        return orders.codec();
    }

    @Override
    public Decision<E> decide(@Nullable S state, C command, Instant now) {
        Decision<E> decision = orders.decide(state, command, now);
        if (!(decision instanceof Decision.Accepted<E>(List<E> own)) || own.size() != 1) {
            return decision;
        }
        List<E> events = new ArrayList<>(perCommand);
        boolean placement = codec().type(own.getFirst()).equals(PLACED);
        if (placement) {
            events.addAll(own);
        }
        String lines = placement ? linesOf(own.getFirst()) : null;
        for (int quantity = 1; quantity < perCommand; quantity++) {
            events.add(changed(lines == null ? lines(quantity) : lines, now));
        }
        if (!placement) {
            events.addAll(own);
        }
        return new Decision.Accepted<>(events);
    }

    private E changed(String lines, Instant now) {
        return codec().decode(
                        CHANGED,
                        1,
                        Payload.ofUtf8("{" + lines + ",\"changedAt\":\"" + now + "\"}"));
    }

    private static String lines(int quantity) {
        return "\"lines\":[{\"productId\":\"hazel-500\",\"quantity\":"
                + quantity
                + ",\"unitPrice\":\"1.00\"}],\"total\":\""
                + quantity
                + ".00\"";
    }

    /// The lines and the total of a placement, as they are stored.
    private String linesOf(E placed) {
        String stored = codec().encode(placed).asUtf8();
        return stored.substring(
                stored.indexOf("\"lines\""), stored.indexOf(",\"shippingAddress\""));
    }

    @Override
    public S evolve(@Nullable S state, E event) {
        return orders.evolve(state, event);
    }
}
