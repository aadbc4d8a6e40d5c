package dev.cobnut.orders.access;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.springframework.mock.web.MockHttpServletRequest;

class CallerTest {

    @Test
    void withoutAuthenticationEveryCallerMayEverythingAndSeesAllOrders() {
        Caller anybody = Caller.of(new MockHttpServletRequest());

        assertThat(anybody.id()).isEmpty();
        assertThat(anybody.customerId()).isNull();
        assertThat(anybody.sees("ada")).isTrue();
        assertThat(Scope.values()).allMatch(anybody::may);
    }
}
