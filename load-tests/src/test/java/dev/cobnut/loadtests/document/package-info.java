/// Checks the document of the API (OpenAPI) against the running service: a fuzzer that knows only
/// the document, and clients that are generated from it.
@NullMarked
package dev.cobnut.loadtests.document;

import org.jspecify.annotations.NullMarked;
