package dev.cobnut.orders.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cobnut.web.problem.ProblemType;
import org.junit.jupiter.api.Test;

/// A service without `cobnut.webhooks.enabled`.
class WebhooksAreOffApiTest extends ApiTest {

    @Test
    void thereIsNothingOfThem() {
        api.get("/webhooks").isProblem(ProblemType.NOT_FOUND);
        api.post("/webhooks", "{\"url\":\"https://93.184.215.14/\"}")
                .isProblem(ProblemType.NOT_FOUND);
        assertThat(api.get("/v3/api-docs").body()).doesNotContain("/webhooks");
        assertThat(api.get("/actuator/handlers").body()).doesNotContain("webhooks");
    }
}
