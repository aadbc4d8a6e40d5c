package dev.cobnut.benchmarks.scenario;

/// Pekko without its log of what it drops and of what fails: here both are counted.
final class PekkoQuiet {

    static final String SETTINGS =
            """
            pekko.loglevel = OFF
            pekko.use-slf4j = off
            pekko.stdout-loglevel = OFF
            pekko.log-dead-letters = off
            pekko.log-dead-letters-during-shutdown = off
            pekko.coordinated-shutdown.run-by-jvm-shutdown-hook = off
            pekko.jvm-shutdown-hooks = off
            """;

    private PekkoQuiet() {}
}
