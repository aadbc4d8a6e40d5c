package dev.cobnut.framework.journal;

import static dev.cobnut.framework.journal.Appends.append;
import static dev.cobnut.framework.journal.Appends.newStream;
import static dev.cobnut.framework.journal.Appends.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.cobnut.framework.event.EventPage;
import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.journal.AppendResult.Appended;
import dev.cobnut.framework.journal.AppendResult.Conflict;
import dev.cobnut.framework.journal.AppendResult.Duplicate;
import dev.cobnut.framework.journal.AppendResult.Unavailable;
import dev.cobnut.framework.journal.AppendResult.Unknown;
import dev.cobnut.framework.postgres.NeedsPostgres;
import dev.cobnut.framework.postgres.PostgresServer;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongFunction;
import java.util.function.ToLongFunction;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/// The server is killed by SIGKILL while two members append, and started again.
@NeedsPostgres
class PostgresRestartTest {

    private static final int ROUNDS = 3;
    private static final int THREADS = 8;
    private static final int PAGE = 1_000;
    private static final Duration SOON = Duration.ofMinutes(2);

    /// What one thread was told about the stream that only it writes.
    private record Told(StreamId stream, long acknowledged) {}

    @Test
    void aServerThatIsKilledLosesNothingThatWasAcknowledgedAndTheMembersGoOnByThemselves() {
        try (PostgresServer server = PostgresServer.start()) {
            PostgresSettings settings = server.newJournal();
            try (PostgresJournal one = PostgresJournal.open(settings, InstantSource.system());
                    PostgresJournal other =
                            PostgresJournal.open(settings, InstantSource.system())) {
                one.start(GroupListener.completing());
                other.start(GroupListener.completing());
                AtomicBoolean goesOn = new AtomicBoolean(true);
                AtomicInteger acknowledged = new AtomicInteger();
                List<CompletableFuture<Told>> writers = new ArrayList<>();
                for (int i = 0; i < THREADS; i++) {
                    PostgresJournal member = i % 2 == 0 ? one : other;
                    writers.add(
                            CompletableFuture.supplyAsync(
                                    () -> write(member, goesOn, acknowledged),
                                    Thread::startVirtualThread));
                }
                try {
                    for (int round = 0; round < ROUNDS; round++) {
                        int enough = acknowledged.get() + 300;
                        await().atMost(SOON).until(() -> acknowledged.get() >= enough);
                        server.kill();
                        server.begin();
                    }
                    int enough = acknowledged.get() + 300;
                    await().atMost(SOON).until(() -> acknowledged.get() >= enough);
                } finally {
                    goesOn.set(false);
                }
                for (CompletableFuture<Told> writer : writers) {
                    Told told = Appends.await(writer);
                    assertThat(
                                    inPages(
                                            after -> one.read(told.stream(), after, PAGE),
                                            RecordedEvent::version))
                            .as("neither less nor more than was acknowledged")
                            .containsExactlyElementsOf(
                                    LongStream.rangeClosed(1, told.acknowledged())
                                            .boxed()
                                            .toList());
                }
                assertThat(one.reconnects() + other.reconnects()).isGreaterThanOrEqualTo(ROUNDS);
                assertThat(
                                inPages(
                                        after -> one.readUnpublished(after, PAGE),
                                        RecordedEvent::position))
                        .containsExactlyElementsOf(
                                LongStream.rangeClosed(1, one.lastPosition()).boxed().toList());
            }
        }
    }

    /// The numbers of all events that pages show.
    private static List<Long> inPages(
            LongFunction<List<RecordedEvent>> pageAfter, ToLongFunction<RecordedEvent> number) {
        List<Long> numbers = new ArrayList<>();
        long after = 0;
        List<RecordedEvent> page;
        do {
            page = pageAfter.apply(after);
            for (RecordedEvent event : page) {
                after = number.applyAsLong(event);
                numbers.add(after);
            }
        } while (EventPage.isFull(page, PAGE));
        return numbers;
    }

    /// Appends to a stream of its own, so that any conflict would be with a ghost of itself.
    private static Told write(
            PostgresJournal member, AtomicBoolean goesOn, AtomicInteger acknowledged) {
        StreamId stream = newStream();
        long version = 0;
        while (goesOn.get()) {
            switch (append(member, request(stream, ExpectedVersion.of(version), 1))) {
                case Appended(long now, _) -> {
                    version = now;
                    acknowledged.incrementAndGet();
                }
                case Unavailable _ -> Thread.onSpinWait(); // nothing was written: once more
                case Conflict _, AppendResult.ConditionFailed _, Duplicate _, Unknown _ ->
                        throw new AssertionError("the outcome was open, and is always found");
            }
        }
        return new Told(stream, version);
    }
}
