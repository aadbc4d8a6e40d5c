package dev.cobnut.orders.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.webmvc.actuate.endpoint.web.AbstractWebMvcEndpointHandlerMapping;
import org.springframework.web.servlet.DispatcherServlet;
import org.springframework.web.servlet.HandlerMapping;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;

/// The actuator's endpoints are looked for behind the API, and are found.
class ActuatorOrderApiTest extends ApiTest {

    @SuppressWarnings("NullAway.Init") // injected
    @Autowired
    private DispatcherServlet dispatcher;

    @Test
    void theDispatcherAsksTheControllersFirst() {
        List<HandlerMapping> asked = new ArrayList<>(dispatcher.getHandlerMappings());

        int controllers = 0;
        while (asked.get(controllers).getClass() != RequestMappingHandlerMapping.class) {
            controllers++;
        }
        assertThat(asked.subList(0, controllers))
                .noneMatch(AbstractWebMvcEndpointHandlerMapping.class::isInstance);
        assertThat(asked.subList(controllers, asked.size()))
                .as("the endpoints, and the paths of the probes")
                .filteredOn(AbstractWebMvcEndpointHandlerMapping.class::isInstance)
                .hasSize(2);
    }

    @Test
    void theEndpointsAnswer() {
        assertThat(api.get("/actuator/health").status()).isEqualTo(200);
        assertThat(api.get("/readyz").status()).isEqualTo(200);
        assertThat(api.get("/actuator/none").status()).isEqualTo(404);
        assertThat(api.get("/actuator/prometheus").body())
                .contains("http_server_requests_seconds_count")
                .doesNotContain("http_server_requests_active");
    }
}
