/// Where a measurement was taken, and who else was busy there.
@NullMarked
package dev.cobnut.loadtests.machine;

import org.jspecify.annotations.NullMarked;
