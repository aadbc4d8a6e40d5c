package dev.cobnut.orders.api;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ProfilerIsClosedApiTest extends ApiTest {

    @Test
    void aServiceHasNoProfilerUnlessItIsEnabled() {
        assertThat(api.get("/actuator/profiler").status()).isEqualTo(404);
        assertThat(api.post("/actuator/profiler/start", "{\"cpu\":\"10ms\"}").status())
                .isEqualTo(404);
    }
}
