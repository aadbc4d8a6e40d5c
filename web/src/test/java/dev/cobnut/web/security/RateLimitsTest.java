package dev.cobnut.web.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cobnut.web.problem.ProblemException;
import dev.cobnut.web.problem.ProblemType;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;

class RateLimitsTest {

    private static final long SECOND = Duration.ofSeconds(1).toNanos();

    /// Beyond the largest number soon, as the clock of a real machine may be.
    private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 5 * SECOND);

    private final RateLimits limits = limits(10, 3);

    private RateLimits limits(int requests, int callersMax) {
        return new RateLimits(
                new SecuritySettings.RateLimit(requests, Duration.ofSeconds(20), callersMax),
                nanos::get);
    }

    private boolean takes(String caller) {
        try {
            limits.take(caller, new MockHttpServletResponse());
            return true;
        } catch (ProblemException e) {
            assertThat(e.problem().type()).isEqualTo(ProblemType.TOO_MANY_REQUESTS);
            return false;
        }
    }

    @Test
    void anIdleCallerMaySendAllAtOnceAndThenAsMuchAsComesBack() {
        assertThat(IntStream.range(0, 25).filter(_ -> takes("ada")).count()).isEqualTo(10);
        nanos.addAndGet(2 * SECOND - 1);
        assertThat(takes("ada")).isFalse();
        nanos.addAndGet(1);
        assertThat(takes("ada")).isTrue();
        assertThat(takes("ada")).isFalse();
        assertThat(takes("eve")).isTrue();
        nanos.addAndGet(3600 * SECOND);
        assertThat(IntStream.range(0, 25).filter(_ -> takes("ada")).count()).isEqualTo(10);
    }

    @Test
    void theAnswerTellsWhatIsLeftAndWhenToComeBack() {
        var answer = new MockHttpServletResponse();
        limits.take("ada", answer);
        assertThat(answer.getHeader("RateLimit-Policy")).isEqualTo("\"caller\";q=10;w=20");
        assertThat(answer.getHeader("RateLimit")).isEqualTo("\"caller\";r=9;t=2");
        IntStream.range(0, 9).forEach(_ -> takes("ada"));
        nanos.addAndGet(SECOND / 2);

        var refused = new MockHttpServletResponse();
        assertThatThrownBy(() -> limits.take("ada", refused))
                .isInstanceOfSatisfying(
                        ProblemException.class,
                        e -> {
                            assertThat(e.problem().headers()).containsEntry("Retry-After", "2");
                            assertThat(e.problem().detail())
                                    .isEqualTo("At most 10 requests per 20 s are answered.");
                        });
        assertThat(refused.getHeader("RateLimit")).isEqualTo("\"caller\";r=0;t=20");
    }

    @Test
    void thereIsRoomForSoManyCallersAndTheOthersShareOneLimit() {
        for (String caller : new String[] {"a", "b", "c"}) {
            assertThat(takes(caller)).isTrue();
        }
        long taken = IntStream.range(0, 1_000).filter(i -> takes("caller-" + i)).count();
        assertThat(taken).isEqualTo(10);
        assertThat(limits.callers()).isEqualTo(4);
        assertThat(takes("a")).isTrue();

        nanos.addAndGet(20 * SECOND);
        assertThat(takes("new")).isTrue();
        assertThat(limits.callers()).isEqualTo(1);
    }

    /// The model has a number of tokens that grows with the time.
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void itIsATokenBucket(long seed) {
        Random random = new Random(seed);
        double tokens = 10;
        for (int i = 0; i < 2_000; i++) {
            long passed = random.nextInt(4) * SECOND;
            nanos.addAndGet(passed);
            tokens = Math.min(10, tokens + passed / (2.0 * SECOND));
            boolean expected = tokens >= 1;
            assertThat(takes("ada")).as("step %d", i).isEqualTo(expected);
            tokens -= expected ? 1 : 0;
        }
    }

    /// Proxies write addresses in any of their forms.
    @ParameterizedTest
    @CsvSource({
        "2001:db8:1:2:3:4:5:6, 20010db800010002",
        "2001:db8:1:2::9, 20010db800010002",
        "2001:db8:0:0:3:4:5:6, 20010db800000000",
        "2001:db8::9:4:5:6, 20010db800000000",
        "2001:db8::7, 20010db800000000",
        "::ffff:192.0.2.7, 192.0.2.7",
        "192.0.2.7, 192.0.2.7",
        "a:b, a:b",
    })
    void aNetworkOfIpv6IsOneCaller(String address, String name) {
        var request = new MockHttpServletRequest();
        request.setRemoteAddr(address);
        assertThat(RemoteAddress.of(request)).isEqualTo("address:" + name);
    }
}
