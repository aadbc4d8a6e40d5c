@NullMarked
package dev.cobnut.sink.http;

import org.jspecify.annotations.NullMarked;
