package dev.cobnut.framework.event;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RandomWordsTest {

    private static final int THREADS = 4;
    private static final int EACH = 10_000;

    /// That two of 40 000 fair words are equal has a probability of 5 in 10 to the 11th.
    @Test
    void noWordIsGivenToTwoThreadsOrTwice() {
        RandomWords words = new RandomWords();
        List<CompletableFuture<long[]>> taken =
                IntStream.range(0, THREADS)
                        .mapToObj(_ ->
                                CompletableFuture.supplyAsync(
                                        () -> words.longs(EACH).toArray(),
                                        task -> Thread.ofPlatform().start(task)))
                        .toList();
        Set<Long> different = new HashSet<>();
        for (CompletableFuture<long[]> one : taken) {
            for (long word : one.orTimeout(60, TimeUnit.SECONDS).join()) {
                different.add(word);
            }
        }
        assertThat(different).hasSize(THREADS * EACH);
    }

    /// Each bit of fair words is set 5 000 times of 10 000, within 7 standard deviations.
    @Test
    void everyBitIsSetInHalfOfTheWords() {
        RandomWords words = new RandomWords();
        int[] set = new int[Long.SIZE];
        for (int i = 0; i < EACH; i++) {
            long word = words.nextLong();
            for (int bit = 0; bit < Long.SIZE; bit++) {
                set[bit] += (int) (word >>> bit & 1);
            }
        }
        for (int count : set) {
            assertThat(count).isBetween(4_650, 5_350);
        }
    }
}
