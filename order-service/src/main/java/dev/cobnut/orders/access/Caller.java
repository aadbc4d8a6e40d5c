package dev.cobnut.orders.access;

import dev.cobnut.web.problem.Problem;
import dev.cobnut.web.problem.Problem.FieldProblem;
import dev.cobnut.web.problem.ProblemException;
import dev.cobnut.web.problem.ProblemType;
import dev.cobnut.web.request.Identity;
import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Who sent a request, and what it may see. An operation that answers with orders, or that changes
/// one, asks [#sees] for each of them.
public final class Caller {

    /// Who may everything: there is no authentication.
    private static final Caller ANYBODY = new Caller(null);

    private final @Nullable Identity identity;

    private Caller(@Nullable Identity identity) {
        this.identity = identity;
    }

    /// The caller of this request.
    public static Caller of(HttpServletRequest request) {
        Identity identity = Identity.of(request);
        return identity == null ? ANYBODY : new Caller(identity);
    }

    /// Stays the same over all requests of the caller; empty without authentication.
    public String id() {
        return identity == null ? "" : identity.id();
    }

    public boolean may(Scope scope) {
        return identity == null || identity.scopes().contains(scope.text());
    }

    /// @throws ProblemException 403 when the caller has not this scope
    public void require(Scope scope) {
        if (!may(scope)) {
            throw ProblemException.of(
                    ProblemType.FORBIDDEN, "This needs the scope %s.".formatted(scope.text()));
        }
    }

    /// The only customer whose orders this caller sees; null when it sees all.
    public @Nullable String customerId() {
        return identity == null ? null : identity.customer();
    }

    /// True when the orders of this customer are for this caller. To anybody else they are like
    /// orders that do not exist.
    public boolean sees(String customerId) {
        String own = customerId();
        return own == null || own.equals(customerId);
    }

    /// Refuses a customer id that the caller itself wrote. It is no secret whether such a customer
    /// exists, so a sentence helps more than an empty answer.
    ///
    /// @param place of the id: a field or a parameter
    /// @throws ProblemException 403 when the caller acts for another customer
    public void requireOwn(String customerId, FieldProblem place) {
        if (!sees(customerId)) {
            throw new ProblemException(
                    Problem.ofErrors(
                            ProblemType.FORBIDDEN,
                            "This caller acts for one customer, and this is another one.",
                            List.of(place)));
        }
    }
}
