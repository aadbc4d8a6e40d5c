/// Tests of the test kit.
@NullMarked
package dev.cobnut.test;

import org.jspecify.annotations.NullMarked;
