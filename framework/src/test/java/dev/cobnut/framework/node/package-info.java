/// A whole node in memory, for tests that need every part.
@NullMarked
package dev.cobnut.framework.node;

import org.jspecify.annotations.NullMarked;
