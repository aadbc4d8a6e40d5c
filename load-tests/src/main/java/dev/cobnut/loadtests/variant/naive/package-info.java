/// The outbox as it is usually written first: without an index, and with one.
@NullMarked
package dev.cobnut.loadtests.variant.naive;

import org.jspecify.annotations.NullMarked;
