@NullMarked
package dev.cobnut.framework.feed;

import org.jspecify.annotations.NullMarked;
