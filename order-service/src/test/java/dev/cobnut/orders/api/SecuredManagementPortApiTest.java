package dev.cobnut.orders.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cobnut.web.problem.ProblemType;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.web.server.LocalManagementPort;
import org.springframework.test.context.TestPropertySource;

/// The actuator on a port of its own asks for the same scopes, on any address.
@TestPropertySource(
        properties = {
            "management.server.port=0",
            "management.server.address=0.0.0.0",
            "cobnut.hazelcast.cluster-name=secured-management"
        })
class SecuredManagementPortApiTest extends SecuredApiTest {

    @LocalManagementPort private int managementPort;

    @Test
    void thePortOfTheActuatorIsForWhoAdministers() {
        ApiClient management = ApiClient.on(managementPort);
        String customer = ISSUER.customer("ada", SCOPES);
        String scraper = ISSUER.customer("ada", "orders:metrics");

        for (String path :
                new String[] {
                    "/actuator", "/actuator/outbox", "/actuator/prometheus", "/v3/api-docs", "/"
                }) {
            management.get(path).isProblem(ProblemType.UNAUTHENTICATED);
            management.get(path, "Authorization", customer).isProblem(ProblemType.FORBIDDEN);
        }
        management
                .post("/actuator/outbox", "{\"paused\":true}", "Authorization", customer)
                .isProblem(ProblemType.FORBIDDEN);
        assertThat(
                        management
                                .get("/actuator/outbox", "Authorization", ISSUER.operator())
                                .json()
                                .path("paused")
                                .asBoolean(true))
                .isFalse();
        assertThat(management.get("/actuator/prometheus", "Authorization", scraper).status())
                .isEqualTo(200);
        assertThat(management.get("/actuator/health/readiness").status()).isEqualTo(200);
    }

    @Test
    void thePortOfTheApiKeepsItsRules() {
        api.get("/actuator/outbox").isProblem(ProblemType.UNAUTHENTICATED);
        api.get("/actuator/outbox", "Authorization", ISSUER.operator())
                .isProblem(ProblemType.NOT_FOUND);
        assertThat(api.get("/readyz").status()).isEqualTo(200);
        api.get("/orders?customerId=ada").isProblem(ProblemType.UNAUTHENTICATED);
        assertThat(api.get("/orders?customerId=ada", "Authorization", ISSUER.operator()).status())
                .isEqualTo(200);
    }
}
