package dev.cobnut.web.request;

import dev.cobnut.framework.autoconfigure.tracing.CobnutTracingAutoConfiguration;
import dev.cobnut.framework.autoconfigure.tracing.Tracing;
import dev.cobnut.web.HttpSettings;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.ArrayList;
import java.util.List;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigurationPackages;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.core.Ordered;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/// Limits the requests in the service and the memory of their bodies.
@AutoConfiguration(after = CobnutTracingAutoConfiguration.class)
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
@EnableConfigurationProperties(HttpSettings.class)
public class CobnutRequestAutoConfiguration {

    private static final String OWN = "dev.cobnut.web";

    @Bean
    BodyAdmission bodyAdmission(MeterRegistry registry) {
        return new BodyAdmission(registry);
    }

    @Bean
    @ConditionalOnBean(Tracing.class)
    TracedRequests tracedRequests(Tracing tracing) {
        return new TracedRequests(tracing);
    }

    @Bean
    WebMvcConfigurer admission(HttpSettings settings, MeterRegistry registry, BeanFactory beans) {
        List<String> packages = new ArrayList<>(List.of(OWN));
        if (AutoConfigurationPackages.has(beans)) {
            packages.addAll(AutoConfigurationPackages.get(beans));
        }
        var admission = new RequestAdmission(settings, packages, registry);
        return new WebMvcConfigurer() {
            @Override
            public void addInterceptors(InterceptorRegistry interceptors) {
                interceptors.addInterceptor(admission).order(Ordered.LOWEST_PRECEDENCE);
            }
        };
    }
}
