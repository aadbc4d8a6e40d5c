/// The images, the compose file and what observes them, with a real engine and a real Prometheus.
/// Skipped, with the reason, where no Docker engine answers.
@NullMarked
package dev.cobnut.loadtests.containers;

import org.jspecify.annotations.NullMarked;
