package dev.cobnut.framework.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.InstantSource;
import org.junit.jupiter.api.Test;

class SqliteSnapshotsTest extends SnapshotsContract {

    @Override
    Journal open(Path folder) {
        return SqliteJournal.open(
                SqliteSettings.in(folder.resolve("data")), InstantSource.system());
    }

    @Test
    void aSnapshotIsThereAfterAReopening() {
        StoredSnapshot snapshot = snapshot(Appends.newStream(), 3, 100);
        journal.snapshots().put(snapshot);
        journal.close();
        openJournal();

        assertThat(journal.snapshots().find(snapshot.stream())).isEqualTo(snapshot);
    }
}
