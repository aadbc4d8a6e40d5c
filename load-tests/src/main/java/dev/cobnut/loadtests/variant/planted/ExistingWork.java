package dev.cobnut.loadtests.variant.planted;

import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.internal.serialization.Data;
import com.hazelcast.internal.serialization.SerializationService;
import com.hazelcast.spi.impl.SerializationServiceSupport;
import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.event.TimeOrderedIds;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import jakarta.servlet.http.HttpServletRequest;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.json.JsonMapper;

/// One piece of work that the service does for each order anyway, in a microsecond or less.
@FunctionalInterface
interface ExistingWork {

    /// @return something that depends on the work, so that the compiler does not remove it
    int on(HttpServletRequest request);

    /// Allocates nothing.
    static ExistingWork headers() {
        return request -> {
            int found = 0;
            for (int i = 0; i < 8; i++) {
                found += request.getHeader("X-Planted") == null ? 0 : 1;
            }
            return found;
        };
    }

    /// Works of many subsystems, none of which has a large part of the whole.
    static List<ExistingWork> all(HazelcastInstance hazelcast, MeterRegistry registry) {
        SerializationService serialization =
                ((SerializationServiceSupport) hazelcast).getSerializationService();
        JsonMapper json = JsonMapper.shared();
        Timer timer = registry.timer("lab.planted");
        TimeOrderedIds ids =
                new TimeOrderedIds(
                        InstantSource.system(), () -> ThreadLocalRandom.current().nextLong());
        Map<String, Integer> value = Map.of("quantity", 3);
        byte[] text = json.writeValueAsBytes(value);
        Data key = serialization.toData("order-7");
        return List.of(
                headers(),
                _ -> json.writeValueAsBytes(value).length,
                _ -> json.readTree(text).size(),
                _ -> serialization.toData("order-7").totalSize(),
                _ -> serialization.<String>toObject(key).length(),
                _ -> StreamId.of("order", ids.next().toString()).id().length(),
                request -> request.getRequestURI().length() + request.getMethod().length(),
                _ -> {
                    timer.record(1, TimeUnit.MICROSECONDS);
                    return 1;
                });
    }
}
