/// What repeated measurements say together.
@NullMarked
package dev.cobnut.lab.statistics;

import org.jspecify.annotations.NullMarked;
