package dev.cobnut.lab.generator;

import java.util.List;

/// A Gatling simulation that a [LoadPlan] can name.
///
/// @param name as in a plan
/// @param className class of the simulation on the class path of the generator
/// @param requestsPerUser requests that a user sends on average
/// @param classPath further jars and folders of the generator
public record LoadSimulation(
        String name, String className, double requestsPerUser, List<String> classPath) {

    public LoadSimulation(String name, String className, double requestsPerUser) {
        this(name, className, requestsPerUser, List.of());
    }
}
