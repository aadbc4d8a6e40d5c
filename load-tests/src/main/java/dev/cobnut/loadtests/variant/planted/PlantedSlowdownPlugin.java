package dev.cobnut.loadtests.variant.planted;

import com.hazelcast.core.HazelcastInstance;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.servlet.Filter;
import java.time.Duration;
import java.util.List;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.context.annotation.Bean;

/// The plug-in `planted-slowdown`. `--planted.kind` says what each request costs in addition:
///
/// | kind | cost |
/// |---|---|
/// | `own` (the default) | CPU time in a class of its own |
/// | `shared` | CPU time in code that every request runs anyway: Tomcat looks for headers more often |
/// | `even` | CPU time, spread over the works of [ExistingWork] |
/// | `allocation` | bytes that Jackson allocates for one more value |
/// | `waiting` | time in which the request waits |
@AutoConfiguration
class PlantedSlowdownPlugin {

    /// A filter is created before the web server starts, so Hazelcast is taken with the first
    /// request.
    ///
    /// @param micros of each request; unused for `allocation`
    /// @param bytes of each request; only for `allocation`
    @Bean
    Filter plantedSlowdown(
            @Value("${planted.kind:own}") String kind,
            @Value("${planted.micros-per-request:0}") long micros,
            @Value("${planted.bytes-per-request:0}") int bytes,
            ObjectProvider<HazelcastInstance> hazelcast,
            ObjectProvider<MeterRegistry> registry) {
        boolean ofBytes = kind.equals("allocation");
        if ((ofBytes ? bytes : micros) <= 0) {
            throw new IllegalArgumentException(
                    "planted.%s-per-request must be above 0 for planted.kind=%s."
                            .formatted(ofBytes ? "bytes" : "micros", kind));
        }
        Duration time = Duration.ofNanos(1_000 * micros);
        return switch (kind) {
            case "own" -> new PlantedSlowdown(micros);
            case "shared" -> new PlantedWork(time, () -> List.of(ExistingWork.headers()));
            case "even" ->
                    new PlantedWork(
                            time,
                            () -> ExistingWork.all(hazelcast.getObject(), registry.getObject()));
            case "allocation" -> new PlantedAllocation(bytes);
            case "waiting" -> new PlantedWaiting(time);
            default ->
                    throw new IllegalArgumentException(
                            "planted.kind must be own, shared, even, allocation or waiting, not %s."
                                    .formatted(kind));
        };
    }
}
