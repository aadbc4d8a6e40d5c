@NullMarked
package dev.cobnut.sink.kafka;

import org.jspecify.annotations.NullMarked;
