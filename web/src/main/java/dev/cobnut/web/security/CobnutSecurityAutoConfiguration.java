package dev.cobnut.web.security;

import org.springframework.boot.actuate.autoconfigure.endpoint.web.WebEndpointProperties;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;

/// Asks callers who they are, when a setting says so.
@AutoConfiguration
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
@EnableConfigurationProperties(SecuritySettings.class)
public class CobnutSecurityAutoConfiguration {

    @Bean
    @ConditionalOnMissingBean
    AccessRules accessRules() {
        return AccessRules.of("");
    }

    @Bean
    Access access(SecuritySettings settings, AccessRules rules) {
        return new Access(settings, rules);
    }

    @Bean
    FilterRegistrationBean<?> accessFilter(Access access, WebEndpointProperties endpoints) {
        return access.filter(endpoints.getBasePath(), false);
    }
}
