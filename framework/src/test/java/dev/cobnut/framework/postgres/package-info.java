/// A real PostgreSQL for tests and benchmarks: started on a free port of loopback, in a temporary
/// folder, with `fsync` and `synchronous_commit` on.
@NullMarked
package dev.cobnut.framework.postgres;

import org.jspecify.annotations.NullMarked;
