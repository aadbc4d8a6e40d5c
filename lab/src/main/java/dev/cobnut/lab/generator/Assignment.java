package dev.cobnut.lab.generator;

import java.net.URI;
import java.nio.file.Path;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/// The instructions for a generator: `assignment.json` in the folder that receives the log.
///
/// @param run makes the idempotency keys of this run unique
public record Assignment(LoadPlan plan, LoadSimulation simulation, URI target, String run) {

    private static final JsonMapper JSON =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    /// The assignment for the simulation, which Gatling creates without arguments.
    static final ScopedValue<Assignment> CURRENT = ScopedValue.newInstance();

    /// The assignment of the generator that runs the simulation.
    public static Assignment current() {
        return CURRENT.get();
    }

    public static Assignment read(Path folder) {
        return JSON.readValue(file(folder), Assignment.class);
    }

    public void write(Path folder) {
        JSON.writeValue(file(folder), this);
    }

    private static Path file(Path folder) {
        return folder.resolve("assignment.json");
    }
}
