package dev.cobnut.framework.autoconfigure.settings;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.context.annotation.Bean;

/// Checks the settings when all beans are defined and none is created yet.
@AutoConfiguration
public class CobnutSettingsAutoConfiguration {

    @Bean
    static SettingsCheck settingsCheck() {
        return new SettingsCheck();
    }
}
