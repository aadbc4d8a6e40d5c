package dev.cobnut.lab.generator;

import static io.gatling.javaapi.core.CoreDsl.exec;
import static io.gatling.javaapi.http.HttpDsl.http;
import static io.gatling.javaapi.http.HttpDsl.status;

import io.gatling.javaapi.core.Simulation;
import java.util.Map;
import java.util.stream.Stream;

/// Users that each send one request: the one that names the simulation, for example `GET /`. An
/// answer other than 2xx is an error.
public final class GetSimulation extends Simulation {

    /// Start of the names of these simulations.
    public static final String GET = "GET ";

    public GetSimulation() {
        Assignment assignment = Assignment.current();
        String name = assignment.plan().simulation();
        setUp(
                Injection.of(
                        assignment,
                        Stream.generate(Map::<String, Object>of).iterator(),
                        exec(
                                http(name)
                                        .get(name.substring(GET.length()))
                                        .check(status().in(200, 201, 202, 203, 204, 206)))));
    }
}
