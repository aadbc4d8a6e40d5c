package dev.cobnut.orders.access;

import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;

/// Who sent a request, and what it may see. An operation that answers with orders, or that changes
/// one, asks [#sees] for each of them.
public final class Caller {

    /// Who may everything: there is no authentication.
    private static final Caller ANYBODY = new Caller();

    private Caller() {}

    /// The caller of this request.
    public static Caller of(HttpServletRequest request) {
        return ANYBODY;
    }

    /// Stays the same over all requests of the caller; empty without authentication.
    public String id() {
        return "";
    }

    public boolean may(Scope scope) {
        return true;
    }

    /// The only customer whose orders this caller sees; null when it sees all.
    public @Nullable String customerId() {
        return null;
    }

    /// True when the orders of this customer are for this caller. To anybody else they are like
    /// orders that do not exist.
    public boolean sees(String customerId) {
        String own = customerId();
        return own == null || own.equals(customerId);
    }
}
