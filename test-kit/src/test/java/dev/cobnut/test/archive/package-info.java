@NullMarked
package dev.cobnut.test.archive;

import org.jspecify.annotations.NullMarked;
