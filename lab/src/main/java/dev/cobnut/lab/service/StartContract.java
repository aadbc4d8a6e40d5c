package dev.cobnut.lab.service;

/// What a service is told on its command line, and where it says that it is ready.
///
/// @param portArgument begin of the argument that ends with the port
/// @param dataArgument begin of the argument that ends with the data folder
/// @param readyPath answers 200 when the service takes requests
public record StartContract(String portArgument, String dataArgument, String readyPath) {

    /// A service made with Spring Boot and its actuator.
    ///
    /// @param dataArgument begin of the argument that ends with the data folder
    public static StartContract springBoot(String dataArgument) {
        return new StartContract("--server.port=", dataArgument, Readiness.ACTUATOR_PATH);
    }
}
