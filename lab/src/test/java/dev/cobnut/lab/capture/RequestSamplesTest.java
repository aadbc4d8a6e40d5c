package dev.cobnut.lab.capture;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cobnut.lab.measurement.RequestTimes;
import dev.cobnut.lab.stacks.ProfileEvent;
import dev.cobnut.lab.stacks.StackTable;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.LongStream;
import one.jfr.event.SpanEvent;
import org.junit.jupiter.api.Test;

class RequestSamplesTest {

    private static final double NANOS_PER_TICK = 10;

    private final RequestSamples requests = new RequestSamples();
    private final SampledStack stack = new SampledStack();

    /// @param from in ticks, as `to`
    private boolean span(int thread, long from, long to, String tag) {
        return requests.take(new SpanEvent(from, thread, to - from, tag), NANOS_PER_TICK);
    }

    private void cpu(int thread, long time) {
        stack.add(1, 5);
        requests.sampled(ProfileEvent.CPU, thread, time, 5, stack);
    }

    private static RequestTimes of(Map<String, RequestTimes> perTag, String tag) {
        return Objects.requireNonNull(perTag.get(tag));
    }

    @Test
    void workWithoutRequestsIsAnotherKindOfSpan() {
        assertThat(span(1, 0, 10, "journal commit")).isFalse();
        cpu(1, 5);
        assertThat(requests.perTag()).isEmpty();
    }

    /// The request runs on thread 1, waits from 20 to 80, and runs on thread 2.
    @Test
    void aRequestHasTheSamplesOfTheThreadsThatRanItAndNotThoseOfItsWaits() {
        assertThat(span(1, 0, 20, "~7")).isTrue();
        assertThat(span(2, 0, 100, "~7\t200\tPOST /orders\tgroup commit=600")).isTrue();
        cpu(1, 10);
        cpu(1, 50); // another one runs there meanwhile
        cpu(2, 50);
        cpu(2, 90);
        cpu(3, 90);
        requests.sampled(ProfileEvent.ALLOC, 2, 95, 512, new SampledStack());
        requests.sampled(ProfileEvent.WALL, 2, 95, 1_000, new SampledStack());

        RequestTimes posts = of(requests.perTag(), "POST /orders");
        assertThat(posts.requests()).isOne();
        assertThat(posts.cost()).isEqualTo(new RequestTimes.Cost(10, 2, 512, 1));
        assertThat(posts.slowest().elapsedNanos()).isEqualTo(1_000);
        assertThat(posts.slowest().waitNanos()).isEqualTo(Map.of("group commit", 600L));
    }

    /// The first request waits without telling, and the second one runs on its thread.
    @Test
    void ofTwoRequestsOnOneThreadTheOneThatBeganLastHasTheSample() {
        span(1, 0, 100, "~1\t1000\tGET /a");
        span(1, 20, 60, "~2\t400\tGET /b");
        cpu(1, 10);
        cpu(1, 40);
        cpu(1, 80);
        Map<String, RequestTimes> perTag = requests.perTag();
        assertThat(of(perTag, "GET /a").cost().cpuSamples()).isEqualTo(2);
        assertThat(of(perTag, "GET /b").cost().cpuSamples()).isOne();
    }

    @Test
    void aStackIsSplitByTheEndpointsOfItsSamples() {
        span(1, 0, 100, "~1\t1000\tGET /a");
        span(2, 0, 100, "~2\t1000\tGET /b\n");
        cpu(1, 10);
        cpu(1, 20);
        cpu(2, 10);
        cpu(3, 10);
        var _ = requests.perTag();

        StackTable table = new StackTable(ProfileEvent.CPU, List.of("r"));
        stack.addTo(table, "r", List.of("a.B.c"));
        Map<List<String>, Long> samples = new HashMap<>();
        table.forEach((frames, counts) -> samples.put(frames, counts.getFirst().samples()));
        assertThat(samples)
                .isEqualTo(
                        Map.of(
                                List.of("a.B.c"), 1L,
                                List.of("[endpoint GET /a]", "a.B.c"), 2L,
                                List.of("[endpoint GET /b ]", "a.B.c"), 1L));
        assertThat(table.total("r")).isEqualTo(new StackTable.Count(4, 20));
    }

    @Test
    void theMedianIsATenthOfTheRequestsAndTheSlowestAreAHundredth() {
        for (int i = 1; i <= 1_000; i++) {
            span(1, 10_000L * i, 10_000L * i + i, "~%d\t0\tGET /a\tlock=%d".formatted(i, i));
        }
        RequestTimes gets = of(requests.perTag(), "GET /a");
        assertThat(gets.requests()).isEqualTo(1_000);
        assertThat(gets.median().requests()).isEqualTo(100);
        assertThat(gets.median().elapsedNanos())
                .isEqualTo(10 * LongStream.rangeClosed(451, 550).sum());
        assertThat(gets.slowest().requests()).isEqualTo(10);
        assertThat(gets.slowest().waitNanos())
                .isEqualTo(Map.of("lock", LongStream.rangeClosed(991, 1_000).sum()));
    }

    /// Its end was after the recording.
    @Test
    void aRequestThatDidNotEndIsNotCounted() {
        span(1, 0, 20, "~7");
        cpu(1, 10);
        assertThat(requests.perTag()).isEmpty();
    }
}
