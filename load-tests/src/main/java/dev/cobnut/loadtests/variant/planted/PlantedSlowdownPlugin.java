package dev.cobnut.loadtests.variant.planted;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.context.annotation.Bean;

/// The plug-in `planted-slowdown`.
@AutoConfiguration
class PlantedSlowdownPlugin {

    /// @param micros additional CPU time of each request, in µs
    @Bean
    PlantedSlowdown plantedSlowdown(@Value("${planted.micros-per-request}") long micros) {
        return new PlantedSlowdown(micros);
    }
}
