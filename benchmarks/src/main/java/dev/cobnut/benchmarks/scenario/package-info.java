/// Measurements that JMH has no form for: what is lost, what idleness costs, what is made durable.
@NullMarked
package dev.cobnut.benchmarks.scenario;

import org.jspecify.annotations.NullMarked;
