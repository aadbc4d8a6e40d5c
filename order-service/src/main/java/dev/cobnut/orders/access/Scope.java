package dev.cobnut.orders.access;

import dev.cobnut.web.security.AccessRules;
import java.util.List;

/// What a caller may do. A token or a key has any number of scopes.
public enum Scope {
    /// Read orders.
    READ("orders:read"),
    /// Place and change orders.
    WRITE("orders:write"),
    /// See the orders of all customers, and operate the service. It does not include the others.
    ADMIN("orders:admin");

    /// Read the service's figures, and no orders. No operation of the API asks for it.
    private static final String METRICS = "orders:metrics";

    /// The description of the API, the page that shows it, and what problems mean.
    private static final String[] OPEN = {
        "/", "/v3/api-docs/**", "/docs", "/swagger-ui/**", "/problems/**"
    };

    private final String text;

    Scope(String text) {
        this.text = text;
    }

    /// As it is written in tokens and settings.
    public String text() {
        return text;
    }

    /// What the operations of the API and of the actuator need.
    public static AccessRules rules() {
        return new AccessRules(READ.text, WRITE.text, ADMIN.text, METRICS, List.of(OPEN));
    }
}
