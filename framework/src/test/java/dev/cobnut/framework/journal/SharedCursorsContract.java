package dev.cobnut.framework.journal;

import static dev.cobnut.framework.journal.Appends.appended;
import static dev.cobnut.framework.journal.Appends.first;
import static dev.cobnut.framework.journal.Appends.newStream;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// What a journal of several members promises of the cursors in it.
abstract class SharedCursorsContract extends CursorsContract {

    private SharedJournal other;

    @Override
    abstract SharedJournal open(Path folder, InstantSource clock);

    abstract SharedJournal openAnother(SharedJournal first);

    /// Lets the term of every owner end.
    abstract void endTheTerm();

    @BeforeEach
    void openTheOther() {
        other = openAnother((SharedJournal) journal);
        other.start(GroupListener.completing());
    }

    @AfterEach
    void closeTheOther() {
        other.close();
    }

    @Test
    void whileOneMemberIsTheOwnerAnotherIsNot() {
        cursors.register("mails", 0);
        CursorClaim claim = Objects.requireNonNull(cursors.claim("mails", TERM));
        assertThat(other.cursors().claim("mails", TERM)).isNull();
        assertThat(cursors.advance(claim, 1, TERM, List.of(), List.of())).isTrue();
    }

    @Test
    void anOwnerThatReleasesIsFollowedAtOnceFromWhereItWas() {
        cursors.register("mails", 0);
        CursorClaim claim = Objects.requireNonNull(cursors.claim("mails", TERM));
        assertThat(cursors.advance(claim, 6, TERM, List.of(), List.of())).isTrue();
        cursors.release(claim);
        CursorClaim next = Objects.requireNonNull(other.cursors().claim("mails", TERM));
        assertThat(next.position()).isEqualTo(6);
        assertThat(cursors.claim("mails", TERM)).isNull();
    }

    @Test
    void anOwnerWhoseTermEndedIsFollowedAndFencedOut() {
        cursors.register("mails", 0);
        CursorClaim claim = Objects.requireNonNull(cursors.claim("mails", TERM));
        endTheTerm();
        CursorClaim next = Objects.requireNonNull(other.cursors().claim("mails", TERM));
        assertThat(cursors.advance(claim, 9, TERM, List.of(), List.of())).isFalse();
        cursors.release(claim);
        assertThat(other.cursors().advance(next, 2, TERM, List.of(), List.of())).isTrue();
        assertThat(other.cursors().states(List.of("mails")))
                .containsExactly(new CursorState("mails", 2, 0));
    }

    @Test
    void aMemberThatIsNotTheOwnerAsksForARetryAndReadsTheEventsOfAll() {
        var stream = newStream();
        appended(other, first(stream));
        cursors.register("mails", 0);
        CursorClaim claim = Objects.requireNonNull(cursors.claim("mails", TERM));
        ParkedStream row = new ParkedStream(cursors.readAll(0, 1).getFirst(), 8, "no");
        assertThat(cursors.advance(claim, 1, TERM, List.of(row), List.of())).isTrue();
        assertThat(other.cursors().readParked("mails", 10)).containsExactly(row);
        assertThat(other.cursors().retry("mails", stream)).isTrue();
        assertThat(cursors.retries("mails", 10)).containsOnlyKeys(stream);
    }
}
