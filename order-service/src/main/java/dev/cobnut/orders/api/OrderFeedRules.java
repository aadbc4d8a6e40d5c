package dev.cobnut.orders.api;

import dev.cobnut.framework.event.CloudEventFormat;
import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.event.UnreadableEventException;
import dev.cobnut.framework.feed.FeedRules;
import dev.cobnut.orders.CustomersOfOrders;
import dev.cobnut.orders.OrderDecider;
import dev.cobnut.web.feed.ServerSentEvents;
import java.net.URI;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/// The feed of the orders: its groups are the customers, and its events are CloudEvents.
final class OrderFeedRules implements FeedRules {

    private static final Logger LOG = LoggerFactory.getLogger(OrderFeedRules.class);

    private final CustomersOfOrders customers;
    private final CloudEventFormat format =
            new CloudEventFormat(URI.create("/orders"), CloudEventFormat.JSON);
    private final AtomicBoolean isLogged = new AtomicBoolean();

    OrderFeedRules(CustomersOfOrders customers) {
        this.customers = customers;
    }

    @Override
    public @Nullable String group(RecordedEvent event) {
        if (!event.stream().isOf(OrderDecider.CATEGORY)) {
            return null;
        }
        try {
            return customers.of(event);
        } catch (UnreadableEventException e) {
            LOG.atLevel(isLogged.getAndSet(true) ? Level.DEBUG : Level.WARN)
                    .log(
                            "The customer of {} cannot be read by this version of the service; feeds of customers lack the order, and others like it: {}",
                            event.stream(),
                            e.getMessage());
            return null;
        }
    }

    @Override
    public byte[] form(RecordedEvent event) {
        return ServerSentEvents.of(event, format);
    }
}
