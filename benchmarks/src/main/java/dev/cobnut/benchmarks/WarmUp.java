package dev.cobnut.benchmarks;

import dev.cobnut.lab.service.CompilerTime;
import dev.cobnut.lab.service.ServiceProcess;
import java.io.IOException;
import java.time.Duration;
import java.util.Locale;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// Loads a service until its JIT compiler has little left to do. A warm-up by the clock alone ends
/// on a slow machine while much is compiled still, and the slices after it share their processors
/// with the compiler.
///
/// @param least it takes at least this time
/// @param most it ends then, warm or not
record WarmUp(Duration least, Duration most) {

    /// Of the CPU time of the process.
    private static final double COMPILER_SHARE_MAX = 0.05;

    /// The compiler's share of the CPU time since the last call; null when it is unknown.
    interface Compiler {
        @Nullable Double share() throws IOException;
    }

    /// Some load, for seconds.
    interface Load {
        void run() throws IOException;
    }

    /// @param seconds of the warm-up
    /// @param compilerShare of the process's CPU time during the last load; null where it is
    ///   unknown
    record Result(double seconds, @Nullable Double compilerShare) {

        /// True when the compiler has little left to do, and where it cannot be told.
        boolean isWarm() {
            return compilerShare == null || compilerShare <= COMPILER_SHARE_MAX;
        }
    }

    /// Repeats the load. On a system that does not tell the compiler's time, for [#least].
    Result run(ServiceProcess service, Load load) throws IOException {
        Result result = run(new CompilerTime(service.pid())::share, System::nanoTime, load);
        Benchmark.say(
                "%s after %.0f s; the compiler's share: %s",
                result.isWarm() ? "warm" : "NOT WARM",
                result.seconds,
                result.compilerShare == null
                        ? "unknown"
                        : String.format(Locale.ROOT, "%.1f %%", 100 * result.compilerShare));
        return result;
    }

    /// @param clock in nanoseconds
    Result run(Compiler compiler, LongSupplier clock, Load load) throws IOException {
        var _ = compiler.share();
        long start = clock.getAsLong();
        Result result = new Result(0, null);
        while (result.seconds < seconds(least)
                || (!result.isWarm() && result.seconds < seconds(most))) {
            load.run();
            result = new Result((clock.getAsLong() - start) / 1e9, compiler.share());
        }
        return result;
    }

    private static double seconds(Duration time) {
        return time.toNanos() / 1e9;
    }
}
