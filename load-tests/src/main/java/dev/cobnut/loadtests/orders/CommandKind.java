package dev.cobnut.loadtests.orders;

import org.jspecify.annotations.Nullable;

/// The commands of an order's life, with the event and the status that each leads to.
public enum CommandKind {
    PLACE("POST", "", "OrderPlaced", "PLACED"),
    CHANGE_LINES("PUT", "/lines", "LinesChanged", "PLACED"),
    CONFIRM("POST", "/confirm", "OrderConfirmed", "CONFIRMED"),
    PAY("POST", "/pay", "OrderPaid", "PAID"),
    SHIP("POST", "/ship", "OrderShipped", "SHIPPED"),
    DELIVER("POST", "/deliver", "OrderDelivered", "DELIVERED"),
    CANCEL("POST", "/cancel", "OrderCancelled", "CANCELLED");

    private final String method;
    private final String path;
    private final String eventType;
    private final String statusAfter;

    CommandKind(String method, String path, String eventType, String statusAfter) {
        this.method = method;
        this.path = path;
        this.eventType = eventType;
        this.statusAfter = statusAfter;
    }

    public String method() {
        return method;
    }

    /// The event that the command appends.
    public String eventType() {
        return eventType;
    }

    public String statusAfter() {
        return statusAfter;
    }

    String path(@Nullable String orderId) {
        return this == PLACE ? "/orders" : "/orders/" + orderId + path;
    }

    /// The kind of command that appends the event, or null.
    public static @Nullable CommandKind ofEvent(String type) {
        for (CommandKind kind : values()) {
            if (kind.eventType.equals(type)) {
                return kind;
            }
        }
        return null;
    }
}
