/// Tests of the slice at two small services.
@NullMarked
package dev.cobnut.test.slice;

import org.jspecify.annotations.NullMarked;
