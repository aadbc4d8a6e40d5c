@NullMarked
package dev.cobnut.loadtests.plan;

import org.jspecify.annotations.NullMarked;
