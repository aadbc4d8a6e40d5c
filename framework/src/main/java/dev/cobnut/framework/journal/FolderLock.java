package dev.cobnut.framework.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// The claim of one process on a data folder: an exclusive lock on `journal.lock`, which the
/// operating system drops when the process ends, however it ends. The file holds the owner's
/// process id.
///
/// POSIX drops a process's locks on a file when *any* of its descriptors of that file is closed
/// (`fcntl(2)`). A second attempt from the same JVM must therefore not even open the file; it is
/// stopped by the set of held folders before.
final class FolderLock implements AutoCloseable {

    private static final Set<Path> HELD = ConcurrentHashMap.newKeySet();

    /// Bytes that are read of the owner's process id.
    private static final int OWNER_BYTES_MAX = 20;

    private final Path folder;
    private final FileChannel channel;

    private FolderLock(Path folder, FileChannel channel) {
        this.folder = folder;
        this.channel = channel;
    }

    /// Creates the folder when it is missing and locks it.
    ///
    /// @throws JournalException when it cannot be created or written, or when it is in use
    static FolderLock acquire(Path folder) {
        Path real = create(folder);
        if (!HELD.add(real)) {
            throw new JournalException(
                    "the data folder "
                            + folder
                            + " is in use by another journal of this process; give each its own folder",
                    null);
        }
        FileChannel channel = null;
        try {
            channel =
                    FileChannel.open(
                            real.resolve("journal.lock"),
                            StandardOpenOption.CREATE,
                            StandardOpenOption.READ,
                            StandardOpenOption.WRITE);
            FileLock lock = channel.tryLock();
            if (lock == null) {
                throw new JournalException(
                        "the data folder "
                                + folder
                                + " is in use by another process"
                                + owner(channel)
                                + "; stop it or choose another data folder",
                        null);
            }
            channel.truncate(0);
            channel.write(
                    ByteBuffer.wrap(
                            Long.toString(ProcessHandle.current().pid())
                                    .getBytes(StandardCharsets.US_ASCII)),
                    0);
            return new FolderLock(real, channel);
        } catch (IOException e) {
            release(real, channel);
            throw new JournalException(
                    "the data folder "
                            + folder
                            + " cannot be written ("
                            + e
                            + "); give a folder that this user may write",
                    e);
        } catch (RuntimeException e) {
            release(real, channel);
            throw e;
        }
    }

    private static Path create(Path folder) {
        try {
            Deque<Path> created = new ArrayDeque<>();
            Path missing = folder.toAbsolutePath();
            while (missing != null && Files.notExists(missing, LinkOption.NOFOLLOW_LINKS)) {
                created.push(missing);
                missing = missing.getParent();
            }
            Files.createDirectories(folder);
            for (Path path : created) {
                forceEntry(path);
            }
            return folder.toRealPath();
        } catch (IOException e) {
            throw new JournalException(
                    "the data folder "
                            + folder
                            + " cannot be created ("
                            + e
                            + "); give a folder that this user may create and write",
                    e);
        }
    }

    /// A new folder survives a power cut only when its parent was synced, too. Where folders cannot
    /// be synced (Windows) the file system does it.
    private static void forceEntry(Path created) throws IOException {
        Path parent = created.getParent();
        if (parent != null
                && FileSystems.getDefault().supportedFileAttributeViews().contains("posix")) {
            try (FileChannel directory = FileChannel.open(parent, StandardOpenOption.READ)) {
                directory.force(true);
            }
        }
    }

    private static String owner(FileChannel channel) throws IOException {
        ByteBuffer pid = ByteBuffer.allocate(OWNER_BYTES_MAX);
        channel.read(pid, 0);
        String text = new String(pid.array(), 0, pid.position(), StandardCharsets.US_ASCII);
        return text.isBlank() ? "" : " (process " + text.strip() + ")";
    }

    @Override
    public void close() {
        release(folder, channel);
    }

    private static void release(Path folder, @Nullable FileChannel channel) {
        try {
            if (channel != null) {
                channel.close();
            }
        } catch (IOException e) {
            throw new JournalException("the lock of " + folder + " cannot be released", e);
        } finally {
            HELD.remove(folder);
        }
    }
}
