package dev.cobnut.lab.service;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// The command-line arguments of a service and its readiness endpoint.
///
/// @param arguments the last arguments; `{port}` and `{data}` stand for the port and the data
///   folder
/// @param readyPath answers 200 when the service accepts requests
/// @param container in which the command runs the service; null for a process of this machine
public record StartContract(
        List<String> arguments, String readyPath, @Nullable Container container) {

    public StartContract(List<String> arguments, String readyPath) {
        this(arguments, readyPath, null);
    }

    /// The contract of a Spring Boot service with actuator.
    ///
    /// @param dataArgument start of the argument that ends with the data folder
    public static StartContract springBoot(String dataArgument) {
        return new StartContract(
                List.of("--server.port={port}", dataArgument + "{data}"), Readiness.ACTUATOR_PATH);
    }
}
