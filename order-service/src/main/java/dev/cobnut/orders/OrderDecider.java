package dev.cobnut.orders;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonInclude;
import dev.cobnut.framework.command.Decider;
import dev.cobnut.framework.command.Decision;
import dev.cobnut.framework.event.EventCodec;
import dev.cobnut.framework.event.IsoInstants;
import dev.cobnut.framework.event.JsonEventCodec;
import dev.cobnut.framework.event.StreamId;
import dev.cobnut.orders.domain.Order;
import dev.cobnut.orders.domain.OrderCommand;
import dev.cobnut.orders.domain.OrderDecision;
import dev.cobnut.orders.domain.OrderEvent;
import dev.cobnut.orders.domain.OrderPolicy;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.json.JsonMapper;

/// The [Decider] of the orders. [OrderPolicy] has the rules.
///
/// ```text
/// stream   order-<order id, a UUIDv7>
/// payload  UTF-8 JSON of the event's record; amounts are decimal strings with the currency's
///          decimals, times are ISO 8601 in UTC, a component that is null is left out
/// ```
public final class OrderDecider implements Decider<Order, OrderCommand, OrderEvent> {

    /// Category of the orders' streams.
    public static final String CATEGORY = "order";

    private final EventCodec<OrderEvent> codec = JsonEventCodec.of(OrderEvent.class, storedForm());

    public static StreamId streamOf(UUID orderId) {
        return StreamId.of(CATEGORY, orderId.toString());
    }

    @Override
    public String category() {
        return CATEGORY;
    }

    @Override
    public EventCodec<OrderEvent> codec() {
        return codec;
    }

    @Override
    public Decision<OrderEvent> decide(@Nullable Order state, OrderCommand command, Instant now) {
        return switch (OrderPolicy.decide(state, command, now)) {
            case OrderDecision.Allowed(var event) -> new Decision.Accepted<>(List.of(event));
            case OrderDecision.NoSuchOrder() -> new Decision.Missing<>();
            case OrderDecision.Refused(var code, var sentence) ->
                    new Decision.Refused<>(code, sentence);
        };
    }

    @Override
    public Order evolve(@Nullable Order state, OrderEvent event) {
        return Order.evolve(state, event);
    }

    /// The mapper of stored events. It is separate, so that no setting of the HTTP side changes
    /// them.
    public static JsonMapper storedForm() {
        return JsonMapper.builder()
                .addModule(new IsoInstants())
                .disable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
                .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
                .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
                .withConfigOverride(
                        BigDecimal.class,
                        override ->
                                override.setFormat(
                                        JsonFormat.Value.forShape(JsonFormat.Shape.STRING)))
                .changeDefaultPropertyInclusion(
                        included -> included.withValueInclusion(JsonInclude.Include.NON_NULL))
                .build();
    }
}
