package dev.cobnut.framework.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class SqliteCursorsTest extends CursorsContract {

    @Override
    Journal open(Path folder, InstantSource clock) {
        return SqliteJournal.open(SqliteSettings.in(folder.resolve("data")), clock);
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
