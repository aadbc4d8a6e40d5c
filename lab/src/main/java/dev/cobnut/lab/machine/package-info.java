/// Where a measurement was taken, and who else was busy there.
@NullMarked
package dev.cobnut.lab.machine;

import org.jspecify.annotations.NullMarked;
