package dev.cobnut.lab.generator;

/// A Gatling simulation that a [LoadPlan] can name.
///
/// @param name as in a plan
/// @param className class of the simulation on the class path of the generator
/// @param requestsPerUser requests that a user sends on average
public record LoadSimulation(String name, String className, double requestsPerUser) {}
