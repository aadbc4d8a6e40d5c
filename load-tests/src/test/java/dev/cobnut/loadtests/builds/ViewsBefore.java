package dev.cobnut.loadtests.builds;

import dev.cobnut.framework.autoconfigure.CobnutAutoConfiguration;
import dev.cobnut.loadtests.PluginJar;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.context.annotation.Bean;

/// The views of the build before.
@AutoConfiguration(before = CobnutAutoConfiguration.class)
public class ViewsBefore {

    /// Writes the plug-in into a folder.
    public static Path in(Path folder) throws IOException {
        return PluginJar.in(folder, ViewsBefore.class, EventCounts.class);
    }

    @Bean
    EventCounts counts() {
        return new EventCounts("counts", 1, List.of("LIGHT"));
    }

    @Bean
    EventCounts shades() {
        return new EventCounts("shades", 1, List.of("LIGHT", "DARK"));
    }
}
