package dev.cobnut.web.security;

import dev.cobnut.web.problem.Problem;
import dev.cobnut.web.problem.ProblemException;
import dev.cobnut.web.problem.ProblemType;
import jakarta.servlet.http.HttpServletResponse;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/// A token bucket for each caller, kept as one number: the time at which the bucket is full again
/// (the generic cell rate algorithm of ATM). A full bucket need not be kept, so a caller is
/// forgotten without a loss when that time has passed.
///
/// When there is no room for another caller, and none can be forgotten, all further ones share one
/// bucket.
///
/// The fields of the answer are those of draft-ietf-httpapi-ratelimit-headers-10:
///
/// ```text
/// RateLimit-Policy: "caller";q=600;w=60      requests per window of so many seconds
/// RateLimit: "caller";r=599;t=1              requests that are left; seconds until all are there again
/// ```
final class RateLimits {

    private static final String OTHERS = "others";
    private static final long SWEEP_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final String policy;
    private final int requests;
    private final int callersMax;
    private final long windowNanos;
    private final long intervalNanos;
    private final LongSupplier nanos;

    /// Name of a caller, and when its bucket is full again.
    private final Map<String, Long> full = new ConcurrentHashMap<>();

    private final AtomicLong swept;

    /// @param nanos a clock that never goes back
    RateLimits(SecuritySettings.RateLimit settings, LongSupplier nanos) {
        this.requests = settings.requests();
        this.callersMax = settings.callersMax();
        this.windowNanos = settings.window().toNanos();
        this.intervalNanos = windowNanos / requests;
        this.policy =
                "\"caller\";q=%d;w=%d"
                        .formatted(requests, Math.ceilDiv(windowNanos, 1_000_000_000L));
        this.nanos = nanos;
        this.swept = new AtomicLong(nanos.getAsLong() - SWEEP_NANOS);
    }

    /// Takes one request from the caller's bucket, and tells the client in the answer's headers
    /// what is left.
    ///
    /// @throws ProblemException 429 when the bucket is empty; then nothing is taken
    void take(String caller, HttpServletResponse response) {
        long now = nanos.getAsLong();
        String bucket = hasRoomFor(caller, now) ? caller : OTHERS;
        long[] wait = new long[1];
        long fullAt =
                full.compute(
                        bucket,
                        (_, before) -> {
                            long from = before == null || before - now < 0 ? now : before;
                            long after = from + intervalNanos;
                            wait[0] = after - now - windowNanos;
                            return wait[0] > 0 ? from : after;
                        });
        long left = Math.clamp((windowNanos - (fullAt - now)) / intervalNanos, 0, requests);
        response.setHeader("RateLimit-Policy", policy);
        response.setHeader("RateLimit", "\"caller\";r=" + left + ";t=" + seconds(fullAt - now));
        if (wait[0] > 0) {
            throw new ProblemException(
                    Problem.of(
                                    ProblemType.TOO_MANY_REQUESTS,
                                    "At most %d requests per %d s are answered."
                                            .formatted(requests, seconds(windowNanos)))
                            .withHeader("Retry-After", Long.toString(seconds(wait[0]))));
        }
    }

    private boolean hasRoomFor(String caller, long now) {
        if (full.size() < callersMax || full.containsKey(caller)) {
            return true;
        }
        long last = swept.get();
        if (now - last >= SWEEP_NANOS && swept.compareAndSet(last, now)) {
            full.values().removeIf(at -> at - now <= 0);
        }
        return full.size() < callersMax;
    }

    private static long seconds(long nanos) {
        return Math.ceilDiv(nanos, 1_000_000_000L);
    }

    /// Callers that are remembered.
    int callers() {
        return full.size();
    }
}
