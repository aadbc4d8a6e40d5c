package dev.cobnut.loadtests.orders;

import org.jspecify.annotations.Nullable;

/// The commands of an order's life, and what each leaves behind.
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

    /// The one event that it appends.
    public String eventType() {
        return eventType;
    }

    public String statusAfter() {
        return statusAfter;
    }

    String path(@Nullable String orderId) {
        return this == PLACE ? "/orders" : "/orders/" + orderId + path;
    }

    /// The kind of command that appends that event, or null.
    public static @Nullable CommandKind ofEvent(String type) {
        for (CommandKind kind : values()) {
            if (kind.eventType.equals(type)) {
                return kind;
            }
        }
        return null;
    }
}
