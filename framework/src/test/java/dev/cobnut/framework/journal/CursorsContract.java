package dev.cobnut.framework.journal;

import static dev.cobnut.framework.journal.Appends.appended;
import static dev.cobnut.framework.journal.Appends.first;
import static dev.cobnut.framework.journal.Appends.newStream;
import static dev.cobnut.framework.journal.Appends.request;
import static org.assertj.core.api.Assertions.assertThat;

import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.event.StreamId;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What every journal promises of the cursors in it.
///
/// Not covered: that changes survive `kill -9` (they are commits like those of appends), and two
/// members (`HandlersInClusterTest`).
abstract class CursorsContract {

    static final Duration TERM = Duration.ofSeconds(15);

    @TempDir Path folder;

    final AdjustableClock clock = new AdjustableClock();
    Journal journal;
    Cursors cursors;

    /// A journal, not started.
    abstract Journal open(Path folder, InstantSource clock);

    @BeforeEach
    void openJournal() {
        journal = open(folder, clock);
        journal.start(GroupListener.completing());
        cursors = journal.cursors();
    }

    @AfterEach
    void closeJournal() {
        journal.close();
    }

    private CursorClaim claimed(String cursor) {
        return Objects.requireNonNull(cursors.claim(cursor, TERM));
    }

    private boolean advance(CursorClaim claim, long position) {
        return cursors.advance(claim, position, TERM, List.of(), List.of());
    }

    private RecordedEvent recorded(StreamId stream, int version) {
        return journal.read(stream, version - 1, 1).getFirst();
    }

    private void park(CursorClaim claim, RecordedEvent event, int attempts, String failure) {
        List<ParkedStream> rows = List.of(new ParkedStream(event, attempts, failure));
        assertThat(cursors.advance(claim, 0, TERM, rows, List.of())).isTrue();
    }

    @Test
    void allEventsAreReadInTheOrderOfTheirPositionsPageByPage() {
        for (int i = 0; i < 5; i++) {
            appended(journal, request(newStream(), new ExpectedVersion.NoStream(), 2));
        }
        List<Long> positions = new ArrayList<>();
        List<RecordedEvent> page = cursors.readAll(0, 3);
        while (!page.isEmpty()) {
            assertThat(page).hasSizeLessThanOrEqualTo(3);
            page.forEach(event -> positions.add(event.position()));
            page = cursors.readAll(page.getLast().position(), 3);
        }
        assertThat(positions).containsExactly(1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L, 9L, 10L);
    }

    @Test
    void aPublishedEventIsStillRead() {
        appended(journal, first(newStream()));
        Appends.publish(journal, List.of(1L));
        assertThat(cursors.readAll(0, 10)).hasSize(1);
    }

    @Test
    void aPositionIsFoundByTheTimeOfRecord() {
        Instant before = clock.instant();
        assertThat(cursors.positionBefore(before)).isZero();
        List<Instant> times = new ArrayList<>();
        for (int i = 0; i < 9; i++) {
            times.add(clock.instant());
            appended(journal, first(newStream()));
            clock.move(Duration.ofMinutes(1));
        }
        assertThat(cursors.positionBefore(before)).isZero();
        for (int i = 0; i < 9; i++) {
            assertThat(cursors.positionBefore(times.get(i).plusSeconds(30))).isEqualTo(i + 1);
            assertThat(cursors.positionBefore(times.get(i))).isEqualTo(i);
        }
        assertThat(cursors.positionBefore(clock.instant().plusSeconds(1))).isEqualTo(9);
    }

    @Test
    void aCursorIsRegisteredOnceAndKeepsItsPosition() {
        assertThat(cursors.claim("mails", TERM)).as("not registered").isNull();
        assertThat(cursors.states(List.of("mails"))).isEmpty();
        cursors.register("mails", 7);
        cursors.register("mails", 9);
        assertThat(claimed("mails").position()).isEqualTo(7);
        assertThat(cursors.states(List.of("other", "mails")))
                .containsExactly(new CursorState("mails", 7, 0));
    }

    @Test
    void anAdvanceIsThereForTheNextClaimAndNeverGoesBack() {
        cursors.register("mails", 0);
        CursorClaim claim = claimed("mails");
        assertThat(advance(claim, 5)).isTrue();
        assertThat(advance(claim, 3)).isTrue();
        assertThat(claimed("mails").position()).isEqualTo(5);
    }

    @Test
    void anOlderClaimChangesNothing() {
        StreamId stream = newStream();
        appended(journal, first(stream));
        cursors.register("mails", 0);
        CursorClaim older = claimed("mails");
        CursorClaim newer = claimed("mails");
        assertThat(newer.token()).isGreaterThan(older.token());
        ParkedStream row = new ParkedStream(recorded(stream, 1), 8, "no");
        assertThat(cursors.advance(older, 1, TERM, List.of(row), List.of())).isFalse();
        cursors.release(older);
        assertThat(cursors.states(List.of("mails")))
                .containsExactly(new CursorState("mails", 0, 0));
        assertThat(advance(newer, 1)).isTrue();
    }

    @Test
    void parkedStreamsAreRecordedWithTheirFirstEventTheirAttemptsAndTheirFailure() {
        StreamId one = newStream();
        StreamId other = newStream();
        appended(journal, request(one, new ExpectedVersion.NoStream(), 3));
        appended(journal, request(other, new ExpectedVersion.NoStream(), 1));
        cursors.register("mails", 0);
        cursors.register("bills", 0);
        CursorClaim claim = claimed("mails");
        park(claim, recorded(other, 1), 3, "later");
        park(claim, recorded(one, 2), 8, "no mail\nserver");
        assertThat(cursors.readParked("mails", 10))
                .containsExactly(
                        new ParkedStream(recorded(one, 2), 8, "no mail\nserver"),
                        new ParkedStream(recorded(other, 1), 3, "later"));
        assertThat(cursors.readParked("mails", 1)).hasSize(1);
        assertThat(cursors.parkedStreams("mails", 10)).isEqualTo(Map.of(one, 2L, other, 1L));
        assertThat(cursors.parkedStreams("mails", 1)).hasSize(1);
        assertThat(cursors.states(List.of("mails", "bills")))
                .containsExactly(new CursorState("mails", 0, 2), new CursorState("bills", 0, 0));
        assertThat(cursors.parkedStreams("bills", 10)).as("each has its own").isEmpty();
    }

    @Test
    void aRetryIsKeptUntilTheStreamIsParkedAgainOrUnparked() {
        StreamId stream = newStream();
        appended(journal, request(stream, new ExpectedVersion.NoStream(), 2));
        cursors.register("mails", 0);
        CursorClaim claim = claimed("mails");
        assertThat(cursors.retry("mails", stream)).as("it is not parked").isFalse();
        park(claim, recorded(stream, 1), 8, "no");
        assertThat(cursors.retries("mails", 10)).isEmpty();
        assertThat(cursors.retry("mails", stream)).isTrue();
        assertThat(cursors.retry("mails", stream)).isTrue();
        assertThat(cursors.retries("mails", 10)).isEqualTo(Map.of(stream, 1L));

        park(claim, recorded(stream, 2), 1, "again");
        assertThat(cursors.retries("mails", 10)).isEmpty();
        assertThat(cursors.parkedStreams("mails", 10)).isEqualTo(Map.of(stream, 2L));

        assertThat(cursors.retry("mails", stream)).isTrue();
        assertThat(cursors.advance(claim, 0, TERM, List.of(), List.of(stream))).isTrue();
        assertThat(cursors.retries("mails", 10)).isEmpty();
        assertThat(cursors.states(List.of("mails")))
                .containsExactly(new CursorState("mails", 0, 0));
    }

    @Test
    void aForgottenCursorIsNotThereAnyMoreAndItsClaimChangesNothing() {
        cursors.forget("mails");
        cursors.register("mails", 0);
        cursors.register("audit", 5);
        StreamId stream = newStream();
        appended(journal, request(stream, new ExpectedVersion.NoStream(), 2));
        CursorClaim claim = claimed("mails");
        park(claim, recorded(stream, 1), 8, "no");
        park(claimed("audit"), recorded(stream, 1), 8, "no");

        cursors.forget("mails");

        assertThat(cursors.states(List.of("mails", "audit")))
                .containsExactly(new CursorState("audit", 5, 1));
        assertThat(cursors.parkedStreams("mails", 10)).isEmpty();
        assertThat(cursors.claim("mails", TERM)).isNull();
        assertThat(advance(claim, 1)).isFalse();
        cursors.register("mails", 2);
        assertThat(advance(claim, 3)).as("the claim of the cursor of before").isFalse();
        assertThat(cursors.states(List.of("mails")))
                .containsExactly(new CursorState("mails", 2, 0));
    }

    @Test
    void allParkedStreamsOfACursorAreRetriedAndThoseOfOthersAreNot() {
        assertThat(cursors.retryAll("mails")).as("it is not registered").isZero();
        cursors.register("mails", 0);
        cursors.register("audit", 0);
        assertThat(cursors.retryAll("mails")).as("nothing is parked").isZero();
        Map<StreamId, Long> parked = new HashMap<>();
        CursorClaim mails = claimed("mails");
        for (int i = 0; i < 3; i++) {
            StreamId stream = newStream();
            appended(journal, request(stream, new ExpectedVersion.NoStream(), 1));
            park(mails, recorded(stream, 1), 8, "no");
            parked.put(stream, 1L);
        }
        park(claimed("audit"), recorded(parked.keySet().iterator().next(), 1), 8, "no");

        assertThat(cursors.retryAll("mails")).isEqualTo(3);

        assertThat(cursors.retries("mails", 10)).isEqualTo(parked);
        assertThat(cursors.retries("audit", 10)).isEmpty();
    }
}
