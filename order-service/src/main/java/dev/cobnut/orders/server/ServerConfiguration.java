package dev.cobnut.orders.server;

import dev.cobnut.orders.api.ApiSettings;
import java.net.InetAddress;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.autoconfigure.endpoint.web.WebEndpointProperties;
import org.springframework.boot.web.server.autoconfigure.ServerProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/// Wires the server of the API. [ManagementServer] does the same for that of the actuator.
@Configuration(proxyBeanMethods = false)
class ServerConfiguration {

    @Bean
    HttpServer httpServer(ApiSettings settings) {
        return new HttpServer(settings);
    }

    @Bean
    RequestGuard requestGuard(
            ApiSettings settings, ServerProperties server, WebEndpointProperties endpoints) {
        return new RequestGuard(
                hosts(settings, server.getAddress()),
                endpoints.getBasePath(),
                settings.bodyTimeMax());
    }

    @Bean
    AnswerDeadline answerDeadline(ApiSettings settings) {
        return new AnswerDeadline(settings.answerTimeMax());
    }

    /// @param address that the server listens on; null for all
    static KnownHosts hosts(ApiSettings settings, @Nullable InetAddress address) {
        boolean loopback = address != null && address.isLoopbackAddress();
        return loopback || !settings.hosts().isEmpty()
                ? KnownHosts.and(settings.hosts())
                : KnownHosts.ALL;
    }
}
