/// What operators ask: health, and the endpoint of the outbox. Wired where the actuator is on the
/// class path.
@NullMarked
package dev.cobnut.framework.autoconfigure.actuator;

import org.jspecify.annotations.NullMarked;
