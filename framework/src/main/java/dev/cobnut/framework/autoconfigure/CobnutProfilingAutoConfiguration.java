package dev.cobnut.framework.autoconfigure;

import dev.cobnut.framework.profiling.Profiler;
import jakarta.servlet.Filter;
import java.time.InstantSource;
import one.profiler.AsyncProfiler;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import org.springframework.web.servlet.HandlerMapping;

/// Creates the profiler and its spans when `cobnut.profiling.enabled` is true and async-profiler is
/// on the class path.
@AutoConfiguration(before = CobnutAutoConfiguration.class)
@ConditionalOnProperty(name = "cobnut.profiling.enabled", havingValue = "true")
@ConditionalOnClass({AsyncProfiler.class, Endpoint.class})
public class CobnutProfilingAutoConfiguration {

    @Bean
    RequestCount requestCount() {
        return new RequestCount();
    }

    @Bean
    SpanObserver spanObserver() {
        return new SpanObserver();
    }

    @Bean(destroyMethod = "close")
    Profiler profiler(CobnutProperties properties, RequestCount requests, InstantSource clock) {
        return new Profiler(
                properties.profiling().settings(properties.data()), requests::answered, clock);
    }

    @Bean
    ProfilerEndpoint profilerEndpoint(Profiler profiler) {
        return new ProfilerEndpoint(profiler);
    }

    /// Records requests as spans, when there is a web server.
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
    @ConditionalOnClass({Filter.class, HandlerMapping.class})
    static class Requests {

        @Bean
        RequestSpans requestSpans(RequestCount count, Environment environment) {
            return new RequestSpans(
                    count,
                    environment.getProperty("management.endpoints.web.base-path", "/actuator"));
        }
    }
}
