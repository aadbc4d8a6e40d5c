package dev.cobnut.framework.autoconfigure.platform;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.context.annotation.Bean;

/// Checks the libraries and the JVM when all beans are defined and none is created yet.
@AutoConfiguration
public class CobnutPlatformAutoConfiguration {

    @Bean
    static PlatformCheck platformCheck() {
        return new PlatformCheck();
    }
}
