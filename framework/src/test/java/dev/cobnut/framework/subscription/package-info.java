@NullMarked
package dev.cobnut.framework.subscription;

import org.jspecify.annotations.NullMarked;
