@NullMarked
package dev.cobnut.framework.process;

import org.jspecify.annotations.NullMarked;
