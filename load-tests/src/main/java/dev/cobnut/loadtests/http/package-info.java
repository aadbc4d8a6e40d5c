/// A load generator that costs little: one thread, N keep-alive connections, loopback.
///
/// In: a [RequestTemplate] (bytes rendered once, a counter patched in per request). Out: a
/// [LoadResult] per run: latencies, counts by status, what failed, and what the generator itself
/// cost.
///
/// It shares the cores with the service it loads, so every microsecond it takes is missing there.
/// Hence no client library, no thread per connection, no parsing beyond what delimits a response.
@NullMarked
package dev.cobnut.loadtests.http;

import org.jspecify.annotations.NullMarked;
