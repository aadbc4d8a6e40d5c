package dev.cobnut.framework.autoconfigure;

import dev.cobnut.framework.delivery.DeliveryObserver;
import dev.cobnut.framework.eventstore.StreamsObserver;
import dev.cobnut.framework.journal.JournalStats.CommitObserver;
import dev.cobnut.framework.outbox.OutboxEntry;
import dev.cobnut.framework.outbox.OutboxObserver;
import dev.cobnut.framework.profiling.Spans;
import java.util.List;

/// Records background work in the profile: one span per notification, on the thread that did the
/// work.
final class SpanObserver implements StreamsObserver {

    static final String POLL = "outbox poll";
    static final String POLL_EMPTY = "outbox poll, empty";
    static final String PROJECT = "pipeline project";
    static final String RECORD = "pipeline record";
    static final String COMMIT = "journal commit";
    static final String MAPS = "maps bulk write";
    static final String APPEND = "partition append-events";

    @Override
    public void written(int events, long nanos) {
        Spans.ended(MAPS, nanos);
    }

    @Override
    public void appended(long nanos) {
        Spans.ended(APPEND, nanos);
    }

    OutboxObserver and(OutboxObserver next) {
        return new OutboxObserver() {
            @Override
            public void polled(int found, long nanos) {
                Spans.ended(found == 0 ? POLL_EMPTY : POLL, nanos);
                next.polled(found, nanos);
            }

            @Override
            public void delivered(int events) {
                next.delivered(events);
            }

            @Override
            public void failed(int events) {
                next.failed(events);
            }

            @Override
            public void parked(int events) {
                next.parked(events);
            }

            @Override
            public void overflowed() {
                next.overflowed();
            }
        };
    }

    DeliveryObserver and(DeliveryObserver next) {
        return new DeliveryObserver() {
            @Override
            public void viewed(List<OutboxEntry> entries, long nanos) {
                next.viewed(entries, nanos);
            }

            @Override
            public void projected(int units, long nanos) {
                Spans.ended(PROJECT, nanos);
                next.projected(units, nanos);
            }

            @Override
            public void recorded(int units, long nanos) {
                Spans.ended(RECORD, nanos);
                next.recorded(units, nanos);
            }
        };
    }

    CommitObserver and(CommitObserver next) {
        return new CommitObserver() {
            @Override
            public void committed(int commands, int events, int published, long nanos) {
                Spans.ended(COMMIT, nanos);
                next.committed(commands, events, published, nanos);
            }

            @Override
            public void refused() {
                next.refused();
            }
        };
    }
}
