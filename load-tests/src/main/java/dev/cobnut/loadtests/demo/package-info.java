/// Shows the life of a few orders with a real service: `./cobnut demo`.
@NullMarked
package dev.cobnut.loadtests.demo;

import org.jspecify.annotations.NullMarked;
