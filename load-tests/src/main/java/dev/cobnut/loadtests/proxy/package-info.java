/// Loses answers on the way back, so that clients learn to live without them.
@NullMarked
package dev.cobnut.loadtests.proxy;

import org.jspecify.annotations.NullMarked;
