/// A proxy that drops answers, for tests of clients that repeat a command.
@NullMarked
package dev.cobnut.loadtests.proxy;

import org.jspecify.annotations.NullMarked;
