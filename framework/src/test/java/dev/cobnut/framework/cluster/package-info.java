@NullMarked
package dev.cobnut.framework.cluster;

import org.jspecify.annotations.NullMarked;
