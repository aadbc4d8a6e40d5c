package dev.cobnut.orders.api;

import dev.cobnut.framework.command.CommandGateway;
import dev.cobnut.framework.event.CloudEventFormat;
import dev.cobnut.framework.event.EventCodec;
import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.event.UnreadableEventException;
import dev.cobnut.framework.feed.FeedRules;
import dev.cobnut.orders.OrderDecider;
import dev.cobnut.orders.domain.Order;
import dev.cobnut.orders.domain.OrderCommand;
import dev.cobnut.orders.domain.OrderEvent;
import dev.cobnut.orders.domain.OrderEvent.OrderPlaced;
import dev.cobnut.web.feed.ServerSentEvents;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The feed of the orders: its groups are the customers, and its events are CloudEvents.
///
/// Only `OrderPlaced` names the customer. So the customers of the last orders are remembered; that
/// of another order is read from its first event.
final class OrderFeedRules implements FeedRules {

    private static final Logger LOG = LoggerFactory.getLogger(OrderFeedRules.class);

    /// Orders whose customers are remembered: some megabytes.
    private static final int REMEMBERED_MAX = 20_000;

    private final CommandGateway<Order, OrderCommand> orders;
    private final EventCodec<OrderEvent> codec;
    private final CloudEventFormat format =
            new CloudEventFormat(URI.create("/orders"), CloudEventFormat.JSON);
    private final Map<StreamId, String> customers =
            new LinkedHashMap<>(1_024, 0.75f, true) {
                @Override
                protected boolean removeEldestEntry(Map.Entry<StreamId, String> eldest) {
                    return size() > REMEMBERED_MAX;
                }
            };

    OrderFeedRules(CommandGateway<Order, OrderCommand> orders, EventCodec<OrderEvent> codec) {
        this.orders = orders;
        this.codec = codec;
    }

    @Override
    public @Nullable String group(RecordedEvent event) {
        StreamId order = event.stream();
        if (!order.category().equals(OrderDecider.CATEGORY)) {
            return null;
        }
        String known;
        synchronized (customers) {
            known = customers.get(order);
        }
        if (known != null) {
            return known;
        }
        List<RecordedEvent> first =
                event.version() == 1 ? List.of(event) : orders.events(order, 0, 1);
        String customer = first.isEmpty() ? null : customerOf(first.getFirst());
        if (customer != null) {
            synchronized (customers) {
                customers.put(order, customer);
            }
        }
        return customer;
    }

    private @Nullable String customerOf(RecordedEvent first) {
        try {
            return codec.decode(first) instanceof OrderPlaced placed ? placed.customerId() : null;
        } catch (UnreadableEventException e) {
            LOG.warn(
                    "The customer of {} cannot be read by this version of the service; feeds of customers lack the order: {}",
                    first.stream(),
                    e.getMessage());
            return null;
        }
    }

    @Override
    public byte[] form(RecordedEvent event) {
        return ServerSentEvents.of(event, format);
    }
}
