/// Rules that hold for all packages of the framework.
@NullMarked
package dev.cobnut.runtime;

import org.jspecify.annotations.NullMarked;
