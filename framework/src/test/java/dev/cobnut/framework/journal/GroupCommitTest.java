package dev.cobnut.framework.journal;

import static dev.cobnut.framework.journal.Appends.await;
import static dev.cobnut.framework.journal.Appends.first;
import static dev.cobnut.framework.journal.Appends.newStream;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.cobnut.framework.journal.AppendResult.Appended;
import dev.cobnut.framework.journal.AppendResult.Unavailable;
import dev.cobnut.framework.journal.AppendResult.Unknown;
import dev.cobnut.framework.journal.JournalState.NotWritable;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// The writer role apart from any store: who is answered what when things go wrong.
class GroupCommitTest {

    private final WriteGate gate = new WriteGate();

    /// A store that accepts everything and keeps nothing.
    private abstract static class Store implements GroupWriter {

        abstract void touch();

        @Override
        public Written write(List<AppendRequest> appends, List<Publication> publications) {
            touch();
            return new Written(
                    Collections.nCopies(appends.size(), new Appended(1, List.of())),
                    Map.of(),
                    true);
        }

        @Override
        public long upkeep() {
            return NEVER;
        }
    }

    private GroupCommit groupCommit(Runnable touch, Duration closeTimeoutMax) {
        return new GroupCommit(
                new Store() {
                    @Override
                    void touch() {
                        touch.run();
                    }
                },
                gate,
                64,
                4,
                closeTimeoutMax);
    }

    @Test
    void aWriterThatMeetsAnErrorAnswersUnknownOnceAndUnavailableFromThenOn() {
        GroupCommit groupCommit =
                groupCommit(
                        () -> {
                            throw new OutOfMemoryError("for the test");
                        },
                        Duration.ofSeconds(10));
        List<AppendRequest> requests =
                IntStream.range(0, 10).mapToObj(_ -> first(newStream())).toList();
        requests.forEach(groupCommit::append);
        Publication publication = Publication.of(List.of(1L), List.of());
        groupCommit.publish(publication);
        groupCommit.start(GroupListener.completing());

        assertThat(requests.subList(0, 4))
                .allSatisfy(r -> assertThat(await(r.result())).isInstanceOf(Unknown.class));
        assertThat(requests.subList(4, 10))
                .allSatisfy(r -> assertThat(await(r.result())).isInstanceOf(Unavailable.class));
        assertThatThrownBy(publication.done()::join).hasRootCauseInstanceOf(JournalException.class);
        assertThat(gate.state())
                .isEqualTo(
                        new NotWritable(
                                "the journal's writer failed and needs a restart: java.lang.OutOfMemoryError: for the test",
                                true));
        AppendRequest late = first(newStream());
        groupCommit.append(late);
        assertThat(late.result().join()).isInstanceOf(Unavailable.class);
        assertThat(groupCommit.close()).isTrue();
    }

    @Test
    void aWriterThatHangsAtCloseLeavesNobodyWithoutAnAnswer() {
        CountDownLatch writing = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        GroupCommit groupCommit =
                groupCommit(
                        () -> {
                            writing.countDown();
                            JournalContract.awaitLatch(go);
                        },
                        Duration.ofMillis(50));
        groupCommit.start(GroupListener.completing());
        AppendRequest hanging = first(newStream());
        groupCommit.append(hanging);
        JournalContract.awaitLatch(writing);
        AppendRequest queued = first(newStream());
        groupCommit.append(queued);

        assertThat(groupCommit.close()).isFalse();

        assertThat(hanging.result().join()).isInstanceOf(Unknown.class);
        assertThat(queued.result().join()).isEqualTo(new Unavailable("the journal is closed"));
        go.countDown();
    }

    @Test
    void anIdleWriterCostsNoCpu() {
        List<Thread> writers = new CopyOnWriteArrayList<>();
        GroupCommit groupCommit =
                groupCommit(() -> writers.add(Thread.currentThread()), Duration.ofSeconds(10));
        groupCommit.start(GroupListener.completing());
        AppendRequest request = first(newStream());
        groupCommit.append(request);
        await(request.result());
        Thread writer = writers.getFirst();
        var threads = ManagementFactory.getThreadMXBean();
        await().atMost(Duration.ofMinutes(2))
                .until(() -> writer.getState() == Thread.State.WAITING);
        AtomicLong wakeUps = new AtomicLong();

        // It may still be about to wake up for the append.
        await().during(Duration.ofMillis(200))
                .atMost(Duration.ofMinutes(2))
                .until(() -> {
                    long now = threads.getThreadInfo(writer.threadId()).getWaitedCount();
                    return wakeUps.getAndSet(now) == now;
                });
        groupCommit.close();
    }

    /// A request that arrived between "nothing waits" and parking was taken from the queue into no
    /// group, and never answered.
    @Test
    void aRequestThatArrivesWhileTheWriterIsAboutToParkIsAnswered() {
        GroupCommit groupCommit = groupCommit(() -> {}, Duration.ofSeconds(10));
        groupCommit.start(GroupListener.completing());

        for (int i = 0; i < 100_000; i++) {
            AppendRequest request = first(newStream());
            groupCommit.append(request);
            assertThat(await(request.result())).isInstanceOf(Appended.class);
        }
        assertThat(gate.state()).isEqualTo(new JournalState.Writable());
        groupCommit.close();
    }

    @Test
    void itIsStartedOnce() {
        GroupCommit groupCommit = groupCommit(() -> {}, Duration.ofSeconds(10));
        groupCommit.start(GroupListener.completing());

        assertThatThrownBy(() -> groupCommit.start(GroupListener.completing()))
                .isInstanceOf(IllegalStateException.class);
        groupCommit.close();
        groupCommit.close();
    }

    @Test
    void itsListenerCannotCloseIt() {
        GroupCommit groupCommit = groupCommit(() -> {}, Duration.ofSeconds(10));
        groupCommit.start((group, outcomes) -> {
            assertThatThrownBy(groupCommit::close).isInstanceOf(IllegalStateException.class);
            GroupListener.completing().written(group, outcomes);
        });
        AppendRequest request = first(newStream());
        groupCommit.append(request);

        assertThat(await(request.result())).isInstanceOf(Appended.class);
        assertThat(groupCommit.close()).isTrue();
    }
}
