@NullMarked
package dev.cobnut.loadtests.compare;

import org.jspecify.annotations.NullMarked;
