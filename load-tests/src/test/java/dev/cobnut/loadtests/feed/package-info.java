@NullMarked
package dev.cobnut.loadtests.feed;

import org.jspecify.annotations.NullMarked;
