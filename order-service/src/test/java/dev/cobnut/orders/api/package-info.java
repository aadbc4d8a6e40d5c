/// Tests of the HTTP API, through a real server and port; the gateway behind it is in memory unless
/// a configuration brings another.
@NullMarked
package dev.cobnut.orders.api;

import org.jspecify.annotations.NullMarked;
