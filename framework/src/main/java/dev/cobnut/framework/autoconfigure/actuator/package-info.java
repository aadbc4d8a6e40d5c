/// The health indicators and the outbox endpoint for operators. They exist when the actuator is on
/// the class path.
@NullMarked
package dev.cobnut.framework.autoconfigure.actuator;

import org.jspecify.annotations.NullMarked;
