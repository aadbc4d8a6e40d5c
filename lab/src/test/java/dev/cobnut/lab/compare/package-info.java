@NullMarked
package dev.cobnut.lab.compare;

import org.jspecify.annotations.NullMarked;
