package dev.cobnut.web.server;

import dev.cobnut.web.HttpSettings;
import dev.cobnut.web.security.Access;
import java.net.InetAddress;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.autoconfigure.endpoint.web.WebEndpointProperties;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.tomcat.autoconfigure.servlet.TomcatServletWebServerAutoConfiguration;
import org.springframework.boot.web.server.autoconfigure.ServerProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.core.env.Environment;

/// Wires the server of the API. [ManagementServer] does the same for that of the actuator.
@AutoConfiguration(before = TomcatServletWebServerAutoConfiguration.class)
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
@EnableConfigurationProperties(HttpSettings.class)
public class CobnutServerAutoConfiguration {

    /// Before all other customizers: some of them try the port.
    @Bean
    @Order(Ordered.HIGHEST_PRECEDENCE)
    LoopbackGuard loopbackGuard(
            HttpSettings settings,
            Access access,
            ServerProperties server,
            Environment environment) {
        return new LoopbackGuard(settings, access, server, environment);
    }

    @Bean
    HttpServer httpServer(HttpSettings settings) {
        return new HttpServer(settings);
    }

    @Bean
    RequestGuard requestGuard(
            HttpSettings settings, ServerProperties server, WebEndpointProperties endpoints) {
        return new RequestGuard(
                hosts(settings, server.getAddress()),
                endpoints.getBasePath(),
                settings.bodyTimeMax());
    }

    @Bean
    AnswerDeadline answerDeadline(HttpSettings settings) {
        return new AnswerDeadline(settings.answerTimeMax());
    }

    /// @param address that the server listens on; null for all
    static KnownHosts hosts(HttpSettings settings, @Nullable InetAddress address) {
        boolean loopback = address != null && address.isLoopbackAddress();
        return loopback || !settings.hosts().isEmpty()
                ? KnownHosts.and(settings.hosts())
                : KnownHosts.ALL;
    }
}
