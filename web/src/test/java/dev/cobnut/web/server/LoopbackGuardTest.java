package dev.cobnut.web.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cobnut.web.security.CobnutSecurityAutoConfiguration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.actuate.autoconfigure.endpoint.EndpointAutoConfiguration;
import org.springframework.boot.actuate.autoconfigure.endpoint.web.WebEndpointAutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.boot.tomcat.autoconfigure.servlet.TomcatServletWebServerAutoConfiguration;
import org.springframework.boot.web.server.servlet.context.AnnotationConfigServletWebServerApplicationContext;

/// A service whose application sets nothing listens on loopback, or not at all.
class LoopbackGuardTest {

    private final WebApplicationContextRunner service =
            new WebApplicationContextRunner(AnnotationConfigServletWebServerApplicationContext::new)
                    .withConfiguration(
                            AutoConfigurations.of(
                                    CobnutSecurityAutoConfiguration.class,
                                    CobnutServerAutoConfiguration.class,
                                    EndpointAutoConfiguration.class,
                                    WebEndpointAutoConfiguration.class,
                                    TomcatServletWebServerAutoConfiguration.class))
                    .withPropertyValues("server.port=0");

    @Test
    void anAddressThatIsNotSetIsRefusedWithWhatIsAllowed() {
        assertRefused(
                service,
                "server.address is not set (all interfaces), and without authentication the service"
                        + " listens on loopback only; set it to 127.0.0.1, set"
                        + " cobnut.security.mode, or set"
                        + " cobnut.http.allow-unauthenticated-remote=true where a private network"
                        + " protects it.");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0.0.0.0", "192.0.2.1"})
    void anAddressThatOthersCanReachIsRefused(String address) {
        assertRefused(
                service.withPropertyValues("server.address=" + address),
                "server.address is "
                        + address
                        + ", and without authentication the service listens on loopback only; set it"
                        + " to 127.0.0.1, set cobnut.security.mode, or set cobnut.http.allow-unauthenticated-remote=true where a"
                        + " private network protects it.");
    }

    @Test
    void theActuatorsOwnServerIsHeldToTheSameRule() {
        assertRefused(
                service.withPropertyValues(
                        "server.address=127.0.0.1", "management.server.port=18081"),
                "management.server.address is not set (all interfaces), and without authentication"
                        + " the service listens on loopback only; set it to 127.0.0.1, set"
                        + " cobnut.security.mode, or set"
                        + " cobnut.http.allow-unauthenticated-remote=true where a private network"
                        + " protects it.");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "server.address=127.0.0.1",
                "server.address=localhost",
                "cobnut.http.allow-unauthenticated-remote=true"
            })
    void loopbackAndWhatASettingAllowsAreTaken(String setting) {
        service.withPropertyValues(setting).run(context -> assertThat(context).hasNotFailed());
    }

    private static void assertRefused(WebApplicationContextRunner service, String sentence) {
        service.run(context -> assertThat(context).getFailure().hasRootCauseMessage(sentence));
    }
}
