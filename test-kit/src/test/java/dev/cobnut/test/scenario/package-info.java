/// Tests of the scenarios: what they accept, and what they say when they do not.
@NullMarked
package dev.cobnut.test.scenario;

import org.jspecify.annotations.NullMarked;
