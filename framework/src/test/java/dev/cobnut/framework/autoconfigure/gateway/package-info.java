@NullMarked
package dev.cobnut.framework.autoconfigure.gateway;

import org.jspecify.annotations.NullMarked;
