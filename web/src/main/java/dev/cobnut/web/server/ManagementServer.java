package dev.cobnut.web.server;

import dev.cobnut.web.HttpSettings;
import dev.cobnut.web.security.Access;
import java.util.Set;
import org.springframework.boot.actuate.autoconfigure.endpoint.web.WebEndpointProperties;
import org.springframework.boot.actuate.autoconfigure.web.server.ConditionalOnManagementPort;
import org.springframework.boot.actuate.autoconfigure.web.server.ManagementPortType;
import org.springframework.boot.actuate.autoconfigure.web.server.ManagementServerProperties;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.web.servlet.mvc.method.annotation.ExceptionHandlerExceptionResolver;

/// Sets up the actuator's own server, where it has one, like that of the API. Nothing of the API's
/// context reaches it by itself. It is no component: Spring Boot finds it by its name and imports
/// it into the context of that server only.
@ConditionalOnManagementPort(ManagementPortType.DIFFERENT)
class ManagementServer {

    /// Last: it removes the error page, whose answers are no problems.
    @Bean
    @Order(Ordered.LOWEST_PRECEDENCE)
    WebServerFactoryCustomizer<TomcatServletWebServerFactory> managementHttpServer(
            HttpSettings settings) {
        return factory -> {
            new HttpServer(settings).customize(factory);
            factory.setErrorPages(Set.of());
        };
    }

    @Bean
    RequestGuard managementGuard(HttpSettings settings, ManagementServerProperties server) {
        return new RequestGuard(
                CobnutServerAutoConfiguration.hosts(settings, server.getAddress()),
                "",
                settings.bodyTimeMax());
    }

    @Bean
    FilterRegistrationBean<?> managementAccess(Access access, WebEndpointProperties endpoints) {
        return access.filter(endpoints.getBasePath(), true);
    }

    @Bean
    AnswerDeadline managementAnswerDeadline(HttpSettings settings) {
        return new AnswerDeadline(settings.answerTimeMax());
    }

    /// Brings exceptions to the advice of the API.
    @Bean
    ExceptionHandlerExceptionResolver managementProblems() {
        return new ExceptionHandlerExceptionResolver();
    }
}
