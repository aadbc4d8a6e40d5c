/// Tests of the HTTP server without a request.
@NullMarked
package dev.cobnut.web.server;

import org.jspecify.annotations.NullMarked;
