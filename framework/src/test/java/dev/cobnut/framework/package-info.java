/// Rules that hold for all packages of the framework.
@NullMarked
package dev.cobnut.framework;

import org.jspecify.annotations.NullMarked;
