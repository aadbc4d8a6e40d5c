@NullMarked
package dev.cobnut.lab.plan;

import org.jspecify.annotations.NullMarked;
