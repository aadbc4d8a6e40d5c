/// Tests of the stored events, of the settings' metadata and of the dependency table.
@NullMarked
package dev.cobnut.orders;

import org.jspecify.annotations.NullMarked;
