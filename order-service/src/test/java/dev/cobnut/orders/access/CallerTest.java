package dev.cobnut.orders.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cobnut.web.problem.Problem.FieldProblem;
import dev.cobnut.web.problem.ProblemException;
import dev.cobnut.web.problem.ProblemType;
import dev.cobnut.web.request.Identity;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.mock.web.MockHttpServletRequest;

class CallerTest {

    private static final FieldProblem PLACE = FieldProblem.pointer("/customerId", "is another one");

    private static Caller caller(@Nullable String customer, String... scopes) {
        var request = new MockHttpServletRequest();
        new Identity("key:shop", Set.of(scopes), customer).attachTo(request);
        return Caller.of(request);
    }

    @Test
    void withoutAuthenticationEveryCallerMayEverythingAndSeesAllOrders() {
        Caller anybody = Caller.of(new MockHttpServletRequest());

        assertThat(anybody.id()).isEmpty();
        assertThat(anybody.customerId()).isNull();
        assertThat(anybody.sees("ada")).isTrue();
        assertThat(Scope.values()).allMatch(anybody::may);
        anybody.require(Scope.ADMIN);
        anybody.requireOwn("ada", PLACE);
    }

    @Test
    void aCallerMayWhatItsScopesSay() {
        Caller reader = caller(null, "orders:read", "orders:ADMIN");

        assertThat(reader.id()).isEqualTo("key:shop");
        assertThat(reader.may(Scope.READ)).isTrue();
        assertThat(reader.may(Scope.WRITE)).isFalse();
        assertThat(reader.may(Scope.ADMIN)).isFalse();
        assertForbidden(() -> reader.require(Scope.WRITE));
    }

    @Test
    void aCallerThatActsForOneCustomerSeesThisOneOnly() {
        Caller ada = caller("ada", "orders:read");

        assertThat(ada.sees("ada")).isTrue();
        assertThat(ada.sees("Ada")).isFalse();
        assertThat(ada.sees("ada ")).isFalse();
        assertThat(caller(null, "orders:read").sees("ada")).isTrue();
        assertForbidden(() -> ada.requireOwn("eve", PLACE));
    }

    private static void assertForbidden(Runnable call) {
        assertThatThrownBy(call::run)
                .isInstanceOfSatisfying(
                        ProblemException.class,
                        e -> assertThat(e.problem().type()).isEqualTo(ProblemType.FORBIDDEN));
    }
}
