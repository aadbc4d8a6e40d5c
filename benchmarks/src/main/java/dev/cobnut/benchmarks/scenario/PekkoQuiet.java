package dev.cobnut.benchmarks.scenario;

/// Configures Pekko without its log of dropped messages and failures, because the scenarios count
/// both.
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
