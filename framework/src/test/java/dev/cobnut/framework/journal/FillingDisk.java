package dev.cobnut.framework.journal;

import static dev.cobnut.framework.journal.Appends.append;

import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.journal.AppendResult.Appended;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// A program that fills the disk under a SQLite journal, so that a commit finds room for its frames
/// in the log and none for the log's index, which grows by 32 KiB with frame 4 063.
///
/// Arguments: a folder on a small file system of its own, and a folder elsewhere. It prints what
/// the append was answered, and what the journal shows now, after a crash at that moment, and when
/// there is space again.
final class FillingDisk {

    /// Room for the frames of one append, and not for the index.
    private static final long FREE_BYTES = 28 * 1_024L;

    private static final int FRAMES_NEAR_THE_GROWTH = 4_030;
    private static final int STEPS_MAX = 200;
    private static final long WAIT_NANOS_MAX = TimeUnit.SECONDS.toNanos(60);

    private FillingDisk() {}

    public static void main(String[] arguments) throws Exception {
        Path disk = Path.of(arguments[0]);
        Path elsewhere = Path.of(arguments[1]);
        Path filler = disk.resolve("filler");
        SqliteSettings settings =
                SqliteSettings.in(disk.resolve("data")).withWalPages(20_000, 30_000);
        try (SqliteJournal journal = SqliteJournal.open(settings, InstantSource.system())) {
            journal.start(GroupListener.completing());
            while (journal.walPages() < FRAMES_NEAR_THE_GROWTH) {
                require(append(journal, Appends.first(Appends.newStream())) instanceof Appended);
            }
            StreamId stream = Appends.newStream();
            AppendResult result = new Appended(0, List.of());
            for (int i = 0; i < STEPS_MAX && result instanceof Appended; i++) {
                stream = Appends.newStream();
                leaveFree(disk, filler);
                result = append(journal, Appends.first(stream));
            }
            say("answered", result.getClass().getSimpleName());
            say("shown", isThere(journal, stream));
            crashImage(disk.resolve("data"), elsewhere);
            Files.delete(filler);
            long deadline = System.nanoTime() + WAIT_NANOS_MAX;
            AppendResult later = append(journal, Appends.first(Appends.newStream()));
            while (!(later instanceof Appended) && System.nanoTime() - deadline < 0) {
                later = append(journal, Appends.first(Appends.newStream()));
            }
            say("later", later.getClass().getSimpleName());
            say("finally", isThere(journal, stream));
            try (SqliteJournal after =
                    SqliteJournal.open(SqliteSettings.in(elsewhere), InstantSource.system())) {
                say("afterCrash", isThere(after, stream));
            }
        }
    }

    /// By another process, since a file that this one closes loses SQLite's locks.
    private static void crashImage(Path data, Path elsewhere) throws Exception {
        Process copy =
                new ProcessBuilder(
                                "cp",
                                data.resolve("journal.db").toString(),
                                data.resolve("journal.db-wal").toString(),
                                elsewhere.toString())
                        .inheritIO()
                        .start();
        require(copy.waitFor() == 0);
    }

    private static void leaveFree(Path disk, Path filler) throws IOException {
        Files.deleteIfExists(filler);
        long free = Files.getFileStore(disk).getUsableSpace();
        Files.write(filler, new byte[Math.toIntExact(Math.max(0, free - FREE_BYTES))]);
    }

    private static boolean isThere(SqliteJournal journal, StreamId stream) {
        return !journal.read(stream, 0, 1).isEmpty();
    }

    private static void require(boolean holds) {
        if (!holds) {
            throw new IllegalStateException("the scene could not be set");
        }
    }

    @SuppressWarnings("SystemOut") // the parent reads it
    private static void say(String name, Object value) {
        System.out.println(name + "=" + value);
    }
}
