package dev.cobnut.orders.api;

import io.micrometer.core.instrument.MeterRegistry;
import io.swagger.v3.core.util.Json31;
import io.swagger.v3.oas.models.OpenAPI;
import java.io.IOException;
import java.io.InputStream;
import org.apache.catalina.core.StandardHost;
import org.springframework.boot.actuate.autoconfigure.endpoint.web.WebEndpointProperties;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.io.ClassPathResource;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/// Wires the API.
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(ApiSettings.class)
class ApiConfiguration {

    /// The description of the API, from a file. SnakeYAML reads it, because Jackson knows no YAML
    /// aliases. The setting `springdoc.paths-to-exclude` switches the generated description off.
    @Bean
    OpenAPI description() throws IOException {
        try (InputStream in = new ClassPathResource("openapi.yaml").getInputStream()) {
            Object document = new Yaml(new SafeConstructor(new LoaderOptions())).load(in);
            return Json31.mapper().convertValue(document, OpenAPI.class);
        }
    }

    @Bean
    RequestAdmission admission(
            ApiSettings settings, WebEndpointProperties endpoints, MeterRegistry registry) {
        return new RequestAdmission(settings.inFlightMax(), endpoints.getBasePath(), registry);
    }

    @Bean
    WebServerFactoryCustomizer<TomcatServletWebServerFactory> problemReports() {
        return factory ->
                factory.addContextCustomizers(context -> {
                    if (context.getParent() instanceof StandardHost host) {
                        host.setErrorReportValveClass(ProblemReportValve.class.getName());
                    }
                });
    }
}
