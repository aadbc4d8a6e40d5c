package dev.cobnut.framework.journal;

import static dev.cobnut.framework.journal.Appends.event;
import static dev.cobnut.framework.journal.Appends.newStream;
import static org.assertj.core.api.Assertions.assertThat;

import dev.cobnut.framework.event.EventPage;
import dev.cobnut.framework.event.RecordedEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RecentEventsTest {

    private static final long BEFORE = 40;

    private final RecentEvents recent = new RecentEvents(BEFORE);
    private final List<RecordedEvent> added = new ArrayList<>();

    private static RecordedEvent at(long position, int bytes) {
        return event("x".repeat(bytes)).recorded(newStream(), 1, position, position);
    }

    private void add(int count, int bytes) {
        List<RecordedEvent> group = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            group.add(at(BEFORE + 1 + added.size() + i, bytes));
        }
        recent.add(group);
        added.addAll(group);
    }

    private long last() {
        return BEFORE + added.size();
    }

    @Test
    void ofAJournalWithEventsOnlyTheEndIsKnownAtFirst() {
        assertThat(recent.after(BEFORE, 5)).isEmpty();
        assertThat(recent.after(BEFORE - 1, 5)).isNull();
        assertThat(recent.after(0, 5)).isNull();
        assertThat(recent.after(BEFORE + 1, 5)).isNull();
    }

    @Test
    void aPageHasTheEventsThatFollowAndNoMoreThanItsLimits() {
        add(5, 10);
        assertThat(recent.after(BEFORE, 10)).isEqualTo(added);
        assertThat(recent.after(BEFORE + 1, 3)).isEqualTo(added.subList(1, 4));
        assertThat(recent.after(last(), 3)).isEmpty();
        assertThat(recent.after(BEFORE - 1, 10)).isNull();
        add(3, EventPage.BYTES_MAX / 2);
        assertThat(recent.after(BEFORE + 5, 10)).isEqualTo(added.subList(5, 7));
    }

    @Test
    void theOldestLeaveWhenThereAreTooMany() {
        add(RecentEvents.EVENTS_MAX, 10);
        assertThat(recent.after(BEFORE, 1)).isEqualTo(added.subList(0, 1));
        add(1, 10);
        assertThat(recent.after(BEFORE, 1)).isNull();
        assertThat(recent.after(BEFORE + 1, 1)).isEqualTo(added.subList(1, 2));
    }

    @Test
    void theOldestLeaveWhenTheyAreTooLarge() {
        add(2, RecentEvents.BYTES_MAX / 2 - EventPage.EVENT_OVERHEAD_BYTES);
        assertThat(recent.after(BEFORE, 1)).isEqualTo(added.subList(0, 1));
        add(1, 10);
        assertThat(recent.after(BEFORE, 1)).isNull();
        assertThat(recent.after(BEFORE + 1, 1)).isEqualTo(added.subList(1, 2));
        add(1, RecentEvents.BYTES_MAX);
        assertThat(recent.after(last() - 1, 1)).isNull();
        assertThat(recent.after(last(), 1)).isEmpty();
    }

    @Test
    void whateverIsAddedAPageIsWhatTheJournalHasOrNull() {
        Random random = new Random(5);
        for (int round = 0; round < 2_000; round++) {
            add(random.nextInt(40), random.nextInt(20) == 0 ? 200_000 : random.nextInt(900));
            long position = Math.max(0, last() - random.nextInt(1_300));
            int limit = 1 + random.nextInt(300);
            @Nullable List<RecordedEvent> page = recent.after(position, limit);
            if (page == null) {
                assertThat(position).isLessThan(last());
                continue;
            }
            EventPage expected = new EventPage(limit);
            for (int i = (int) (position - BEFORE); i < added.size() && !expected.isFull(); i++) {
                expected.add(added.get(i));
            }
            assertThat(page).isEqualTo(expected.events());
        }
        assertThat(Objects.requireNonNull(recent.after(last() - 1, 9))).hasSize(1);
    }
}
