package dev.cobnut.framework.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.Test;

class SqliteBoundaryTest extends BoundaryContract {

    @Override
    Journal open(Path folder, InstantSource clock) {
        return SqliteJournal.open(
                SqliteSettings.in(folder.resolve("data"))
                        .withQueue(JournalContract.QUEUE_CAPACITY, GROUP_MAX),
                clock);
    }

    /// The files of a process that was killed: nothing was closed.
    @Test
    void tagsAreThereAfterAKill() throws IOException {
        journal.start(GroupListener.completing());
        AppendResult reserved =
                Appends.append(
                        journal,
                        conditional(
                                query("seat:1"),
                                JournalMark.BEGINNING,
                                Appends.newStream(),
                                Appends.tagged("Reserved", "seat:1")));
        Path killed = Files.createDirectory(folder.resolve("killed"));
        for (String file : List.of("journal.db", "journal.db-wal")) {
            Files.copy(folder.resolve("data").resolve(file), killed.resolve(file));
        }

        try (Journal next = SqliteJournal.open(SqliteSettings.in(killed), clock)) {
            next.start(GroupListener.completing());
            assertThat(next.tagged().read(query("seat:1"), 0, Long.MAX_VALUE, 10))
                    .isEqualTo(((AppendResult.Appended) reserved).events());
            assertThat(
                            Appends.append(
                                    next,
                                    conditional(
                                            query("seat:1"),
                                            JournalMark.BEGINNING,
                                            Appends.newStream(),
                                            Appends.tagged("Reserved", "seat:1"))))
                    .isEqualTo(new AppendResult.ConditionFailed());
        }
    }
}
