@NullMarked
package dev.cobnut.web.feed;

import org.jspecify.annotations.NullMarked;
