package dev.cobnut.benchmarks.scenario;

import dev.cobnut.benchmarks.contender.AnswerWait;
import dev.cobnut.benchmarks.history.InvalidInputException;
import dev.cobnut.framework.event.EventMetadata;
import dev.cobnut.framework.event.NewEvent;
import dev.cobnut.framework.event.Payload;
import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.event.TimeOrderedIds;
import dev.cobnut.framework.journal.AppendRequest;
import dev.cobnut.framework.journal.AppendResult;
import dev.cobnut.framework.journal.ExpectedVersion;
import dev.cobnut.framework.journal.GroupListener;
import dev.cobnut.framework.journal.InMemoryJournal;
import dev.cobnut.framework.journal.Journal;
import dev.cobnut.framework.journal.SqliteJournal;
import dev.cobnut.framework.journal.SqliteSettings;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.random.RandomGenerator;

/// A store that keeps messages beyond the end of the process.
interface DurableStore extends AutoCloseable {

    /// @return completes when the message is stored, and exceptionally when it is not
    CompletableFuture<?> keep(byte[] message);

    @Override
    void close() throws IOException;

    /// @param folder folder of its files
    static DurableStore open(String name, Path folder) throws IOException {
        return switch (name) {
            case "cobnut-durable" -> new DurableActorStore(folder);
            case "sqlite-journal" ->
                    new OfJournal(
                            SqliteJournal.open(SqliteSettings.in(folder), InstantSource.system()));
            case "memory-journal" -> new OfJournal(InMemoryJournal.create(InstantSource.system()));
            case "file-fsync-each" -> new OfFile(folder, 1);
            case "file-fsync-group" -> new OfFile(folder, OfFile.GROUP_MAX);
            default -> throw new InvalidInputException("There is no store '" + name + "'.");
        };
    }

    /// A journal of the framework: one event per message, in one of a few streams.
    final class OfJournal implements DurableStore {

        private static final int STREAMS = 64;

        private final Journal journal;
        private final TimeOrderedIds ids =
                new TimeOrderedIds(InstantSource.system(), RandomGenerator.getDefault());
        private int next;

        OfJournal(Journal journal) {
            this.journal = journal;
            journal.start(GroupListener.completing());
        }

        @Override
        public CompletableFuture<?> keep(byte[] message) {
            AppendRequest request =
                    AppendRequest.of(
                            StreamId.of("bench", Integer.toString(next++ % STREAMS)),
                            new ExpectedVersion.Any(),
                            List.of(
                                    new NewEvent(
                                            ids.next(),
                                            "Kept",
                                            1,
                                            Payload.of(message),
                                            EventMetadata.at(Instant.EPOCH))),
                            null);
            journal.append(request);
            return request.result()
                    .thenApply(result -> {
                        if (result instanceof AppendResult.Appended) {
                            return result;
                        }
                        throw new IllegalStateException("a message was not kept: " + result);
                    });
        }

        @Override
        public void close() {
            journal.close();
        }
    }

    /// A hand-written store: one thread writes all waiting messages and then syncs the file. The
    /// file has its full size from the beginning and is written in a circle, because an fsync of a
    /// growing file also writes metadata of the file system.
    final class OfFile implements DurableStore {

        static final int GROUP_MAX = 256;

        private static final int SIZE = 32 << 20;
        private static final int ROOM = 1 << 20;

        private record Queued(ByteBuffer message, CompletableFuture<Void> kept) {}

        private final BlockingQueue<Queued> queue = new LinkedBlockingQueue<>();
        private final CompletableFuture<Void> ended = new CompletableFuture<>();
        private final FileChannel file;
        private final Thread writer;
        private final int groupMax;

        OfFile(Path folder, int groupMax) throws IOException {
            this.groupMax = groupMax;
            file =
                    FileChannel.open(
                            folder.resolve("messages"),
                            StandardOpenOption.CREATE,
                            StandardOpenOption.WRITE);
            ByteBuffer zeros = ByteBuffer.allocate(SIZE);
            while (zeros.hasRemaining()) {
                int _ = file.write(zeros);
            }
            file.force(true);
            writer = Thread.ofPlatform().daemon().name("file-writer").start(this::write);
        }

        @Override
        public CompletableFuture<?> keep(byte[] message) {
            CompletableFuture<Void> kept = new CompletableFuture<>();
            queue.add(new Queued(ByteBuffer.wrap(message), kept));
            return kept;
        }

        private void write() {
            List<Queued> group = new ArrayList<>();
            try {
                while (true) {
                    group.add(queue.take());
                    int _ = queue.drainTo(group, groupMax - 1);
                    if (file.position() > SIZE - ROOM) {
                        file.position(0);
                    }
                    for (Queued waiting : group) {
                        while (waiting.message.hasRemaining()) {
                            int _ = file.write(waiting.message);
                        }
                    }
                    file.force(false);
                    group.forEach(waiting -> waiting.kept.complete(null));
                    group.clear();
                }
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            } catch (IOException e) {
                group.forEach(waiting -> waiting.kept.completeExceptionally(e));
            } finally {
                ended.complete(null);
            }
        }

        @Override
        public void close() throws IOException {
            writer.interrupt();
            AnswerWait.of(ended);
            file.close();
        }
    }
}
