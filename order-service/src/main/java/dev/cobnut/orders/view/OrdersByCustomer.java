package dev.cobnut.orders.view;

import dev.cobnut.framework.journal.LookupChange;
import dev.cobnut.orders.domain.OrderEvent;
import dev.cobnut.orders.domain.OrderEvent.LinesChanged;
import dev.cobnut.orders.domain.OrderEvent.OrderCancelled;
import dev.cobnut.orders.domain.OrderEvent.OrderConfirmed;
import dev.cobnut.orders.domain.OrderEvent.OrderDelivered;
import dev.cobnut.orders.domain.OrderEvent.OrderPaid;
import dev.cobnut.orders.domain.OrderEvent.OrderPlaced;
import dev.cobnut.orders.domain.OrderEvent.OrderShipped;
import java.util.List;

/// The lookup from a customer to the orders. An order never leaves its customer, also when it is
/// cancelled.
public final class OrdersByCustomer {

    /// The lookup's name, as it is stored.
    public static final String LOOKUP = "orders-by-customer";

    private OrdersByCustomer() {}

    /// What an event changes in the lookup.
    public static List<LookupChange> changes(OrderEvent event) {
        return switch (event) {
            case OrderPlaced placed ->
                    List.of(
                            new LookupChange.Put(
                                    LOOKUP, placed.customerId(), placed.orderId().toString()));
            case LinesChanged _,
                    OrderConfirmed _,
                    OrderPaid _,
                    OrderShipped _,
                    OrderDelivered _,
                    OrderCancelled _ ->
                    List.of();
        };
    }
}
