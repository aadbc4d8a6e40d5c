@NullMarked
package dev.cobnut.framework.journal;

import org.jspecify.annotations.NullMarked;
