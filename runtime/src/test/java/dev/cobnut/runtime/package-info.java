/// Rules for all packages of the runtime.
@NullMarked
package dev.cobnut.runtime;

import org.jspecify.annotations.NullMarked;
