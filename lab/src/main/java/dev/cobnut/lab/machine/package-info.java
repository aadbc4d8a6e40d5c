/// Describes the machine of a measurement and the activity of other processes on it.
@NullMarked
package dev.cobnut.lab.machine;

import org.jspecify.annotations.NullMarked;
