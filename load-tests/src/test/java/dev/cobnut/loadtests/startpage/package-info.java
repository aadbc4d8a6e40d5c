@NullMarked
package dev.cobnut.loadtests.startpage;

import org.jspecify.annotations.NullMarked;
