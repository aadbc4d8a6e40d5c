package dev.cobnut.lab.load;

import dev.cobnut.lab.service.Container;
import dev.cobnut.lab.service.ServiceCommand;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Where the load generator's JVM runs.
///
/// @param java words that start a JVM, to be followed by its flags
/// @param classPath of the generator there
/// @param container that these words start; null for a process of this machine
public record GeneratorHost(List<String> java, String classPath, @Nullable Container container) {

    /// This machine, with the class path of this process.
    public static GeneratorHost here() {
        return new GeneratorHost(
                List.of(ServiceCommand.java()), System.getProperty("java.class.path"), null);
    }
}
