@NullMarked
package dev.cobnut.loadtests.capacity;

import org.jspecify.annotations.NullMarked;
