/// The metrics of an application's actor system, when it is a bean.
@NullMarked
package dev.cobnut.framework.autoconfigure.actor;

import org.jspecify.annotations.NullMarked;
