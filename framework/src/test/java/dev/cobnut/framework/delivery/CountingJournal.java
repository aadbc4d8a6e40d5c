package dev.cobnut.framework.delivery;

import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.journal.CaughtUp;
import dev.cobnut.framework.journal.Consumer;
import dev.cobnut.framework.journal.ConsumerState;
import dev.cobnut.framework.journal.Consumers;
import dev.cobnut.framework.journal.Journal;
import dev.cobnut.framework.node.FaultyJournal;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/// A member's journal. Counts what is recorded. One read can end with an error, and consumers can
/// be forgotten.
final class CountingJournal extends FaultyJournal {

    final AtomicInteger records = new AtomicInteger();

    /// Streams of all records.
    final AtomicInteger written = new AtomicInteger();

    final AtomicBoolean failsOnce = new AtomicBoolean();
    private final Keeper keeper;

    /// Runs when a step has begun.
    volatile Runnable duringStep = () -> {};

    /// The consumers are not registered until this member attends again.
    volatile boolean isForgotten;

    /// Name of the consumer of which nothing can be recorded.
    volatile String failing = "";

    CountingJournal(Journal journal, Keeper keeper) {
        super(journal);
        this.keeper = keeper;
    }

    @Override
    public List<RecordedEvent> read(StreamId stream, long afterVersion, int limit) {
        if (failsOnce.getAndSet(false)) {
            throw new LinkageError("planted: a class is missing");
        }
        return super.read(stream, afterVersion, limit);
    }

    @Override
    public Consumers consumers() {
        Consumers consumers = super.consumers();
        return new Consumers() {
            @Override
            public List<ConsumerState> attend(List<Consumer> served) {
                isForgotten = false;
                boolean isKeeper = keeper.isKeeper(CountingJournal.this);
                return consumers.attend(served).stream()
                        .map(state ->
                                new ConsumerState(
                                        state.consumer(),
                                        state.registered(),
                                        state.built(),
                                        state.answers(),
                                        isKeeper))
                        .toList();
            }

            @Override
            public List<StreamId> readBegun(long afterPosition, long throughPosition) {
                duringStep.run();
                return consumers.readBegun(afterPosition, throughPosition);
            }

            @Override
            public List<StreamId> readMissed(
                    Consumer consumer, @Nullable StreamId after, int limit) {
                duringStep.run();
                return consumers.readMissed(consumer, after, limit);
            }

            @Override
            public long countMissed(Consumer consumer) {
                return consumers.countMissed(consumer);
            }

            @Override
            public int record(
                    Consumer consumer,
                    long built,
                    List<CaughtUp> streams,
                    Collection<StreamId> failed) {
                if (consumer.name().equals(failing)) {
                    throw new LinkageError("planted: nothing is recorded for " + consumer);
                }
                if (isForgotten) {
                    return streams.size();
                }
                int _ = records.incrementAndGet();
                int _ = written.addAndGet(streams.size());
                return consumers.record(consumer, built, streams, failed);
            }
        };
    }

    /// Lets one of several members be the keeper of all consumers, for a term, as PostgreSQL does.
    static final class Keeper {

        static final Duration TERM = Duration.ofSeconds(15);

        private final AtomicLong nanoTime;
        private @Nullable Journal member;
        private long sinceNanos;

        Keeper(AtomicLong nanoTime) {
            this.nanoTime = nanoTime;
        }

        @SuppressWarnings("ReferenceEquality") // each member has a journal of its own
        synchronized boolean isKeeper(Journal attending) {
            long now = nanoTime.get();
            if (member == null || member == attending || now - sinceNanos >= TERM.toNanos()) {
                member = attending;
                sinceNanos = now;
            }
            return member == attending;
        }
    }
}
