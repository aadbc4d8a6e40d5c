/// The story of a few orders, told with real values.
@NullMarked
package dev.cobnut.loadtests.demo;

import org.jspecify.annotations.NullMarked;
