@NullMarked
package dev.cobnut.framework.statistic;

import org.jspecify.annotations.NullMarked;
