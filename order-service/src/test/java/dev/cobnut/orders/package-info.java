/// Tests of the adapter to the framework, of the stored events and of the package table.
@NullMarked
package dev.cobnut.orders;

import org.jspecify.annotations.NullMarked;
