@NullMarked
package dev.cobnut.loadtests.session;

import org.jspecify.annotations.NullMarked;
