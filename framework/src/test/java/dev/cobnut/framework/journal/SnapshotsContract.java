package dev.cobnut.framework.journal;

import static dev.cobnut.framework.journal.Appends.newStream;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cobnut.framework.event.Payload;
import dev.cobnut.framework.event.StreamId;
import java.nio.file.Path;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What every journal promises of the snapshots in it.
abstract class SnapshotsContract {

    @TempDir Path folder;

    Journal journal;

    /// A journal, not started.
    abstract Journal open(Path folder);

    @BeforeEach
    void openJournal() {
        journal = open(folder);
        journal.start(GroupListener.completing());
    }

    @AfterEach
    void closeJournal() {
        journal.close();
    }

    static StoredSnapshot snapshot(StreamId stream, long version, int bytes) {
        byte[] state = new byte[bytes];
        new Random(version).nextBytes(state);
        return new StoredSnapshot(stream, version, UUID.randomUUID(), 3, Payload.of(state));
    }

    @Test
    void aStreamWithoutASnapshotHasNone() {
        assertThat(journal.snapshots().find(newStream())).isNull();
    }

    @Test
    void aSnapshotIsFoundAsItWasPut() {
        StoredSnapshot snapshot = snapshot(newStream(), 1_000_000_000_000L, 100_000);
        journal.snapshots().put(snapshot);
        journal.snapshots().put(snapshot(newStream(), 2, 0));

        assertThat(journal.snapshots().find(snapshot.stream())).isEqualTo(snapshot);
    }

    @Test
    void theLastOneTakesThePlaceOfTheOneBefore() {
        StreamId stream = newStream();
        journal.snapshots().put(snapshot(stream, 7, 10));
        StoredSnapshot last = snapshot(stream, 5, 20);
        journal.snapshots().put(last);

        assertThat(journal.snapshots().find(stream)).isEqualTo(last);
    }

    @Test
    void aClosedJournalRefuses() {
        StoredSnapshot snapshot = snapshot(newStream(), 1, 1);
        journal.close();

        assertThatThrownBy(() -> journal.snapshots().put(snapshot))
                .isInstanceOf(JournalException.class);
    }
}
