@NullMarked
package dev.cobnut.framework.snapshot;

import org.jspecify.annotations.NullMarked;
