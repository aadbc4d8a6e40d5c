@NullMarked
package dev.cobnut.loadtests.report;

import org.jspecify.annotations.NullMarked;
