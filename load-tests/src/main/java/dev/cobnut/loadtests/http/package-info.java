/// A load generator that uses little CPU: one thread, N keep-alive connections, loopback.
///
/// In: a [RequestTemplate] (bytes rendered once, with a counter patched in per request). Out: a
/// [LoadResult] per run, with latencies, counts by status, failures, and the generator's own CPU
/// time.
///
/// The generator shares the cores with the service, so every microsecond that it uses is missing
/// there. Therefore it has no client library and no thread per connection, and it parses only the
/// boundaries of a response.
@NullMarked
package dev.cobnut.loadtests.http;

import org.jspecify.annotations.NullMarked;
