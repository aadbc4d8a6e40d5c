/// Tests the images, the compose file and the observability with a real Docker engine and a real
/// Prometheus. The tests are skipped, with the reason, when no Docker engine answers.
@NullMarked
package dev.cobnut.loadtests.containers;

import org.jspecify.annotations.NullMarked;
