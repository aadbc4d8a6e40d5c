package dev.cobnut.loadtests.variant.planted;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hazelcast.config.Config;
import com.hazelcast.core.Hazelcast;
import com.hazelcast.core.HazelcastInstance;
import com.sun.management.ThreadMXBean;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Proxy;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.ObjectProvider;

class PlantedSlowdownPluginTest {

    private static final int REQUESTS = 2_000;
    private static final int MICROS = 20;

    private static HazelcastInstance hazelcast;

    private final AtomicInteger lookedUp = new AtomicInteger();
    private final AtomicInteger passedOn = new AtomicInteger();

    @BeforeAll
    static void start() {
        Config config = new Config();
        config.setProperty("hazelcast.phone.home.enabled", "false");
        config.setProperty("hazelcast.logging.type", "none");
        config.getNetworkConfig().getJoin().getAutoDetectionConfig().setEnabled(false);
        config.getNetworkConfig().getJoin().getMulticastConfig().setEnabled(false);
        config.getNetworkConfig().getInterfaces().setEnabled(true).addInterface("127.0.0.1");
        config.setProperty("hazelcast.socket.bind.any", "false");
        hazelcast = Hazelcast.newHazelcastInstance(config);
    }

    @AfterAll
    static void stop() {
        hazelcast.shutdown();
    }

    private static Filter planted(String kind, long micros, int bytes) {
        return new PlantedSlowdownPlugin()
                .plantedSlowdown(
                        kind,
                        micros,
                        bytes,
                        provider(hazelcast),
                        provider(new SimpleMeterRegistry()));
    }

    private static <T> ObjectProvider<T> provider(T bean) {
        return new ObjectProvider<>() {
            @Override
            public T getObject() {
                return bean;
            }
        };
    }

    private void send(Filter filter, int requests) throws Exception {
        HttpServletRequest request =
                answering(
                        HttpServletRequest.class,
                        method -> {
                            lookedUp.addAndGet(method.equals("getHeader") ? 1 : 0);
                            return method.equals("getHeader") ? null : "/orders";
                        });
        HttpServletResponse response = answering(HttpServletResponse.class, _ -> null);
        FilterChain chain = (_, _) -> passedOn.incrementAndGet();
        for (int i = 0; i < requests; i++) {
            filter.doFilter(request, response, chain);
        }
    }

    private interface Answer {
        @Nullable Object to(String method);
    }

    private static <T> T answering(Class<T> type, Answer answer) {
        return type.cast(
                Proxy.newProxyInstance(
                        type.getClassLoader(),
                        new Class<?>[] {type},
                        (_, method, _) -> answer.to(method.getName())));
    }

    @ParameterizedTest
    @ValueSource(strings = {"own", "shared", "even", "waiting"})
    void everyRequestTakesItsPlantedTimeAndIsPassedOn(String kind) throws Exception {
        Filter filter = planted(kind, MICROS, 0);
        long begin = System.nanoTime();

        send(filter, REQUESTS);

        assertThat(System.nanoTime() - begin).isGreaterThanOrEqualTo(1_000L * MICROS * REQUESTS);
        assertThat(passedOn).hasValue(REQUESTS);
    }

    @Test
    void sharedWorkIsTomcatsSearchForHeaders() throws Exception {
        send(planted("shared", MICROS, 0), REQUESTS);

        assertThat(lookedUp.get()).isGreaterThanOrEqualTo(8 * REQUESTS);
    }

    @Test
    void everyRequestAllocatesThePlantedBytes() throws Exception {
        Filter filter = planted("allocation", 0, 6_000);
        send(filter, REQUESTS);
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadAllocatedBytes();

        send(filter, REQUESTS);

        assertThat((threads.getCurrentThreadAllocatedBytes() - before) / REQUESTS)
                .isBetween(6_000L, 8_000L);
    }

    @ParameterizedTest
    @CsvSource({
        "waiting, 0, 9, planted.micros-per-request must be above 0 for planted.kind=waiting.",
        "allocation, 9, 0, planted.bytes-per-request must be above 0 for planted.kind=allocation.",
        "wait, 9, 9, 'planted.kind must be own, shared, even, allocation or waiting, not wait.'"
    })
    void aKindOrSizeThatCannotBePlantedIsRefused(
            String kind, long micros, int bytes, String sentence) {
        assertThatThrownBy(() -> planted(kind, micros, bytes)).hasMessage(sentence);
    }
}
