package dev.cobnut.framework.event;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class TimeOrderedIdsTest {

    private static final long NOW = 1_770_000_000_000L;
    private static final int SECONDS_MAX = 120;

    private final AtomicLong millis = new AtomicLong(NOW);
    private final TimeOrderedIds ids =
            new TimeOrderedIds(
                    () -> Instant.ofEpochMilli(millis.get()), RandomGenerator.getDefault());

    @Test
    void anIdIsOfVersion7AndCarriesTheMilliseconds() {
        for (int i = 0; i < 10_000; i++) {
            millis.addAndGet(2);
            UUID id = ids.next();
            assertThat(id.version()).isEqualTo(7);
            assertThat(id.variant()).isEqualTo(2);
            assertThat(id.getMostSignificantBits() >>> 16).isEqualTo(millis.get());
        }
    }

    @Test
    void idsGrowWithinAMillisecondAndBeyondItsSequence() {
        UUID last = ids.next();
        for (int i = 0; i < 20_000; i++) {
            last = assertGrows(last);
        }
        assertThat(last.getMostSignificantBits() >>> 16)
                .as("runs ahead of the clock by what did not fit into a millisecond")
                .isEqualTo(NOW + 20_000 / 4_096);
    }

    @Test
    void idsGrowWhenTheClockGoesBack() {
        Random random = new Random(3);
        UUID last = ids.next();
        for (int i = 0; i < 20_000; i++) {
            millis.set(NOW + random.nextLong(-10_000, 10_000));
            last = assertGrows(last);
        }
    }

    @Test
    void idsOfManyThreadsAreUniqueAndGrowWithinEachThread() {
        TimeOrderedIds real = new TimeOrderedIds(InstantSource.system(), new RandomWords());
        List<CompletableFuture<List<UUID>>> made = new ArrayList<>();
        for (int thread = 0; thread < 4; thread++) {
            made.add(
                    CompletableFuture.supplyAsync(
                            () -> {
                                List<UUID> own = new ArrayList<>();
                                for (int i = 0; i < 50_000; i++) {
                                    own.add(real.next());
                                }
                                return own;
                            },
                            task -> Thread.ofPlatform().start(task)));
        }
        Set<Long> ordered = new HashSet<>();
        for (CompletableFuture<List<UUID>> thread : made) {
            long last = Long.MIN_VALUE;
            for (UUID id : thread.orTimeout(SECONDS_MAX, TimeUnit.SECONDS).join()) {
                assertThat(id.getMostSignificantBits()).isGreaterThan(last);
                last = id.getMostSignificantBits();
                ordered.add(last);
            }
        }
        assertThat(ordered).as("unique by time and sequence alone").hasSize(200_000);
    }

    @Test
    void aPreferredIdIsFoundByItsRandomBits() {
        UUID before = ids.next();
        for (int i = 0; i < 1_000; i++) {
            UUID id = ids.next(candidate -> candidate.getLeastSignificantBits() % 2 == 0);
            assertThat(id.getLeastSignificantBits() % 2).isZero();
            assertThat(id.version()).isEqualTo(7);
            assertThat(id.variant()).isEqualTo(2);
            assertThat(id.getMostSignificantBits())
                    .as("one tick for each id, not for each candidate")
                    .isEqualTo(before.getMostSignificantBits() + 1);
            before = id;
        }
    }

    @Test
    void aSearchForAPreferredIdEnds() {
        AtomicLong asked = new AtomicLong();
        UUID id =
                ids.next(_ -> {
                    asked.incrementAndGet();
                    return false;
                });
        assertThat(id.version()).isEqualTo(7);
        assertThat(asked.get()).isEqualTo(TimeOrderedIds.CANDIDATES_MAX - 1);
    }

    private UUID assertGrows(UUID last) {
        UUID next = ids.next();
        assertThat(next.toString()).isGreaterThan(last.toString());
        assertThat(next.version()).isEqualTo(7);
        assertThat(next.variant()).isEqualTo(2);
        return next;
    }
}
