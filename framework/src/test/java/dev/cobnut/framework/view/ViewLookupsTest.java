package dev.cobnut.framework.view;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.cobnut.framework.journal.Journal;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/// Waits for positions, at a journal that counts how often it is asked for each.
class ViewLookupsTest {

    private static final Duration SOON = Duration.ofMinutes(2);
    private static final Duration LONG = Duration.ofMinutes(10);

    private final Map<Long, Integer> asked = new ConcurrentHashMap<>();
    private final ViewLookups lookups =
            new ViewLookups(new LookupSearchPropertyTest.Named(), journal());
    private volatile long deliveredThrough;

    private Journal journal() {
        return (Journal)
                Proxy.newProxyInstance(
                        Journal.class.getClassLoader(),
                        new Class<?>[] {Journal.class},
                        (_, method, arguments) -> {
                            if (!method.getName().equals("isDelivered")) {
                                throw new UnsupportedOperationException(method.getName());
                            }
                            long position = (Long) arguments[1];
                            asked.merge(position, 1, Integer::sum);
                            return position <= deliveredThrough;
                        });
    }

    private CompletableFuture<Boolean> waiting(Long... positions) {
        return CompletableFuture.supplyAsync(
                () -> lookups.await(List.of(positions), LONG), Thread::startVirtualThread);
    }

    /// At the second look, the wait has begun.
    private void awaitLooks(int looks, long position) {
        await().atMost(SOON).until(() -> asked.getOrDefault(position, 0) >= looks);
    }

    @Test
    void aLookAsksForOnePositionAndForNoneAgainThatIsDelivered() {
        deliveredThrough = 2;
        CompletableFuture<Boolean> wait = waiting(1L, 2L, 3L, 4L);
        awaitLooks(4, 3);
        assertThat(asked).doesNotContainKey(4L);

        deliveredThrough = 4;

        assertThat(wait.join()).isTrue();
        assertThat(asked).containsEntry(1L, 1).containsEntry(2L, 1).containsEntry(4L, 1);
    }

    @Test
    void whenAsManyWaitAsMayOneMoreIsRefusedAtOnce() {
        List<CompletableFuture<Boolean>> all = new ArrayList<>();
        LongStream.rangeClosed(1, View.AWAITING_MAX).forEach(i -> all.add(waiting(i)));
        await().atMost(SOON)
                .until(() ->
                        asked.size() == View.AWAITING_MAX
                                && asked.values().stream().allMatch(looks -> looks >= 2));

        assertThat(lookups.await(List.of(1_000L), LONG)).isFalse();
        assertThat(asked).containsEntry(1_000L, 1);
        assertThat(lookups.await(List.of(0L), LONG)).as("nothing to wait for").isTrue();

        deliveredThrough = 1_000;
        assertThat(all).allSatisfy(wait -> assertThat(wait.join()).isTrue());
        assertThat(lookups.await(List.of(1_000L), LONG)).isTrue();
    }

    @Test
    void aWaitEndsWhenItsThreadIsInterrupted() {
        CompletableFuture<Boolean> interrupted = new CompletableFuture<>();
        Thread thread =
                Thread.startVirtualThread(() ->
                        interrupted.complete(
                                !lookups.await(List.of(1L), LONG)
                                        && Thread.currentThread().isInterrupted()));
        awaitLooks(2, 1);

        thread.interrupt();

        assertThat(interrupted.orTimeout(2, TimeUnit.MINUTES).join()).isTrue();
    }
}
