/// Tests of the HTTP server without a request.
@NullMarked
package dev.cobnut.orders.server;

import org.jspecify.annotations.NullMarked;
