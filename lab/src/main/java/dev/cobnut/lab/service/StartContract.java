package dev.cobnut.lab.service;

/// The command-line arguments of a service and its readiness endpoint.
///
/// @param portArgument start of the argument that ends with the port
/// @param dataArgument start of the argument that ends with the data folder
/// @param readyPath answers 200 when the service accepts requests
public record StartContract(String portArgument, String dataArgument, String readyPath) {

    /// The contract of a Spring Boot service with actuator.
    ///
    /// @param dataArgument start of the argument that ends with the data folder
    public static StartContract springBoot(String dataArgument) {
        return new StartContract("--server.port=", dataArgument, Readiness.ACTUATOR_PATH);
    }
}
