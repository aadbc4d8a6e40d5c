package dev.cobnut.framework.waits;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class RequestWaitsTest {

    private record Recorded(String tag, long nanos) {

        /// The waits by name.
        Map<String, Long> waits() {
            return Arrays.stream(tag.split("\t", -1))
                    .skip(3)
                    .map(field -> field.split("=", 2))
                    .collect(
                            Collectors.toMap(
                                    field -> field[0],
                                    field -> Long.parseLong(field[1]),
                                    Long::sum,
                                    TreeMap::new));
        }
    }

    private final List<Recorded> recorded = new ArrayList<>();
    private final long begun = System.nanoTime();

    private RecordedWaits record() {
        return RecordedWaits.begin(
                (tag, nanos) -> recorded.add(new Recorded(tag, nanos)), System.nanoTime());
    }

    private Recorded end(RecordedWaits waits) {
        waits.ended("POST /orders", System.nanoTime() - begun);
        return recorded.getLast();
    }

    /// Returns when the clock has moved, so that a wait has a length.
    private static long tick() {
        long start = System.nanoTime();
        long now = start;
        while (now <= start) {
            Thread.onSpinWait();
            now = System.nanoTime();
        }
        return now;
    }

    @Test
    void outsideOfARecordingAWaitIsOnlyACall() {
        assertThat(RequestWaits.areRecorded()).isFalse();
        assertThat(RequestWaits.during(Wait.MAP_READ, () -> "found")).isEqualTo("found");
        RequestWaits.begin();
        RequestWaits.end(Wait.MAILBOX);
        assertThat(recorded).isEmpty();
    }

    @Test
    void theWaitsOfARequestAreSummedByNameAndAreNoLongerThanTheRequest() {
        RecordedWaits waits = record();
        RequestWaits.during(Wait.MAP_READ, RequestWaitsTest::tick);
        RequestWaits.during(Wait.MAILBOX, RequestWaitsTest::tick);
        RequestWaits.during(Wait.MAP_READ, RequestWaitsTest::tick);
        Recorded request = end(waits);

        assertThat(request.waits()).containsOnlyKeys("read of a map", "mailbox of the stream");
        assertThat(request.waits().values().stream().mapToLong(Long::longValue).sum())
                .isBetween(3L, request.nanos());
        assertThat(RequestWaits.areRecorded()).isFalse();
    }

    @Test
    void thePartsThatRanHaveTheNumberOfTheirRequest() {
        RecordedWaits waits = record();
        tick();
        RequestWaits.during(Wait.MAP_READ, RequestWaitsTest::tick);
        tick();
        Recorded request = end(waits);
        assertThat(recorded).hasSize(2);
        Recorded part = recorded.getFirst();
        String[] fields = request.tag().split("\t", -1);
        assertThat(fields).startsWith(part.tag()).contains("POST /orders");
        long last = Long.parseLong(fields[1]);
        long waited = request.waits().getOrDefault("read of a map", 0L);
        assertThat(part.nanos() + waited + last)
                .isPositive()
                .isLessThanOrEqualTo(System.nanoTime() - begun);
        Recorded other = end(record());
        assertThat(other.tag().split("\t", -1)[0]).isNotEqualTo(part.tag());
    }

    @Test
    void anAppendIsSplitWhereTheWriterTookItCommittedItAndAnsweredIt() {
        RecordedWaits waits = record();
        AppendTimes times = new AppendTimes();
        RequestWaits.begin();
        long taken = tick();
        tick();
        times.committed(taken, 7);
        tick();
        times.answered();
        tick();
        RequestWaits.end(times);
        assertThat(end(waits).waits())
                .containsOnlyKeys(
                        "commit of an earlier group",
                        "group commit",
                        "write to the maps",
                        "wake-up");
    }

    @Test
    void anAppendThatTheWriterNeverTookHasWaitedForEarlierGroups() {
        RecordedWaits waits = record();
        RequestWaits.begin();
        tick();
        RequestWaits.end(new AppendTimes());
        assertThat(end(waits).waits()).containsOnlyKeys("commit of an earlier group");
    }

    @Test
    void aWaitThatFailsIsAWait() {
        RecordedWaits waits = record();
        assertThatThrownBy(() ->
                        RequestWaits.during(
                                Wait.CONNECTION,
                                () -> {
                                    tick();
                                    throw new IOException("no connection");
                                }))
                .isInstanceOf(IOException.class);
        assertThat(end(waits).waits()).containsOnlyKeys("connection to the journal");
    }

    @Test
    void theWaitsOfOtherThreadsAreNotThoseOfTheRequest() throws InterruptedException {
        RecordedWaits waits = record();
        Thread other =
                Thread.startVirtualThread(
                        () -> RequestWaits.during(Wait.MAILBOX, RequestWaitsTest::tick));
        other.join();
        assertThat(end(waits).waits()).isEmpty();
    }

    @Test
    void twoListenersAreToldAndOneThatLeavesIsToldNoMore() {
        RecordedWaits waits = record();
        List<String> told = new ArrayList<>();
        RequestWaits.Listener other =
                (wait, from, to, commands) -> told.add(wait + " " + commands + " " + (from < to));
        assertThat(RequestWaits.listen(other)).isTrue();
        assertThat(RequestWaits.listen(other)).as("a second time").isFalse();
        AppendTimes times = new AppendTimes();
        RequestWaits.begin();
        long taken = tick();
        tick();
        times.committed(taken, 7);
        RequestWaits.end(times);
        RequestWaits.leave(other);
        RequestWaits.during(Wait.MAP_READ, RequestWaitsTest::tick);

        assertThat(told).startsWith("EARLIER_GROUP 0 true", "GROUP_COMMIT 7 true");
        assertThat(told).noneMatch(text -> text.startsWith("MAP_READ"));
        assertThat(end(waits).waits())
                .containsKeys("commit of an earlier group", "group commit", "read of a map");
        assertThat(RequestWaits.areRecorded()).isFalse();
    }
}
