/// The usual first versions of an outbox: one without an index and one with indexes.
@NullMarked
package dev.cobnut.loadtests.variant.naive;

import org.jspecify.annotations.NullMarked;
