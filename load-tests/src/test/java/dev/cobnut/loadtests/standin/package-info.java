/// Something that answers as the order service does, as far as the harness looks, and that can be
/// told to break its promises: what proves that the harness sees a loss when there is one.
@NullMarked
package dev.cobnut.loadtests.standin;

import org.jspecify.annotations.NullMarked;
