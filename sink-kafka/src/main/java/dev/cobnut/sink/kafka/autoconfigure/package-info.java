/// Makes one sink of settings; several are beans of the application.
@NullMarked
package dev.cobnut.sink.kafka.autoconfigure;

import org.jspecify.annotations.NullMarked;
