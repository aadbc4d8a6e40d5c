/// Measurements that do not fit into JMH: lost messages, the cost of idle actors, durable messages.
@NullMarked
package dev.cobnut.benchmarks.scenario;

import org.jspecify.annotations.NullMarked;
