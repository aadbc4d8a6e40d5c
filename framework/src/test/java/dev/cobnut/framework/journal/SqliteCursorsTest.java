package dev.cobnut.framework.journal;

import static dev.cobnut.framework.journal.Appends.appended;
import static dev.cobnut.framework.journal.Appends.newStream;
import static dev.cobnut.framework.journal.Appends.request;
import static org.assertj.core.api.Assertions.assertThat;

import dev.cobnut.framework.event.RecordedEvent;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class SqliteCursorsTest extends CursorsContract {

    @Override
    Journal open(Path folder, InstantSource clock) {
        return SqliteJournal.open(SqliteSettings.in(folder.resolve("data")), clock);
    }

    @Test
    void allEventsAreReadInOrderWhetherTheyAreAtHandOrInTheFile() {
        appended(journal, request(newStream(), new ExpectedVersion.NoStream(), 3));
        journal.close();
        openJournal();
        int count = 3;
        while (count <= RecentEvents.EVENTS_MAX + 200) {
            appended(journal, request(newStream(), new ExpectedVersion.NoStream(), 100));
            count += 100;
        }
        List<RecordedEvent> read = all(4_096);
        assertThat(read)
                .extracting(RecordedEvent::position)
                .isEqualTo(LongStream.rangeClosed(1, count).boxed().toList());
        for (int pageMax : new int[] {1, 7, 300}) {
            assertThat(all(pageMax)).isEqualTo(read);
        }
        journal.close();
        openJournal();
        assertThat(all(4_096)).isEqualTo(read);
    }

    private List<RecordedEvent> all(int pageMax) {
        List<RecordedEvent> all = new ArrayList<>();
        List<RecordedEvent> page = cursors.readAll(0, pageMax);
        while (!page.isEmpty()) {
            all.addAll(page);
            page = cursors.readAll(page.getLast().position(), pageMax);
        }
        return all;
    }

    @Test
    void aCursorIsThereAfterAReopening() {
        cursors.register("mails", 3);
        CursorClaim claim = Objects.requireNonNull(cursors.claim("mails", TERM));
        assertThat(cursors.advance(claim, 4, TERM, List.of(), List.of())).isTrue();
        journal.close();
        openJournal();
        CursorClaim next = Objects.requireNonNull(cursors.claim("mails", TERM));
        assertThat(next.position()).isEqualTo(4);
        assertThat(next.token()).isGreaterThan(claim.token());
    }
}
