@NullMarked
package dev.cobnut.framework.boundary;

import org.jspecify.annotations.NullMarked;
