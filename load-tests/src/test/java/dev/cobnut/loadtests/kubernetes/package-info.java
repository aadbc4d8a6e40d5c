@NullMarked
package dev.cobnut.loadtests.kubernetes;

import org.jspecify.annotations.NullMarked;
