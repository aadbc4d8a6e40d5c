package dev.cobnut.orders.access;

/// What a caller may do. A token or a key has any number of scopes, and none includes another one.
public enum Scope {
    /// Read orders.
    READ("orders:read"),
    /// Place and change orders.
    WRITE("orders:write"),
    /// See the orders of all customers, and operate the service.
    ADMIN("orders:admin");

    private final String text;

    Scope(String text) {
        this.text = text;
    }

    /// As it is written in tokens and settings.
    public String text() {
        return text;
    }
}
