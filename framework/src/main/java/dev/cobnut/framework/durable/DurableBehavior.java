package dev.cobnut.framework.durable;

import dev.cobnut.framework.event.EventPage;
import dev.cobnut.framework.event.Failures;
import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.journal.Publication;
import dev.cobnut.runtime.actor.ActorContext;
import dev.cobnut.runtime.actor.Behavior;
import dev.cobnut.runtime.actor.Signal;
import dev.cobnut.runtime.durable.DurableHandler;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/// Reads the mailbox from the journal, page by page, and hands it to the handler.
///
/// The cursor is in memory ([Backlog]) and outlives a behaviour that failed. After a restart of the
/// process, exactly the journal's unpublished events are handled. A handled page is recorded as
/// published while the next page is being handled. At most one such write is under way, so at most
/// two pages come again after a crash. A write that failed is repeated with the next one.
final class DurableBehavior<M> implements Behavior<WakeUp> {

    private static final String RETRY = "retry";

    /// Most positions that are recorded again. More than these come again after a restart.
    private static final int UNRECORDED_MAX = 10_000;

    private final DurableActors actors;
    private final DurableSpec<M> spec;
    private final Backlog backlog;
    private @Nullable DurableHandler<M> handler;

    private int failures;
    private boolean paused;

    /// Completed when the last publication is over, with the positions that it failed to record.
    private CompletableFuture<List<Long>> recorded = CompletableFuture.completedFuture(List.of());

    DurableBehavior(DurableActors actors, DurableSpec<M> spec, Backlog backlog) {
        this.actors = actors;
        this.spec = spec;
        this.backlog = backlog;
    }

    @Override
    public Behavior<WakeUp> signal(ActorContext<WakeUp> context, Signal signal) {
        switch (signal) {
            case Signal.Started _ -> backlog.wake(context.self());
            case Signal.Stopped _ -> {
                var _ = recorded.join();
            }
            case Signal.Restarting _, Signal.Terminated _ -> {}
        }
        return this;
    }

    @Override
    public Behavior<WakeUp> receive(ActorContext<WakeUp> context, WakeUp wakeUp) {
        switch (wakeUp) {
            case MESSAGES_STORED -> backlog.looking();
            case RETRY_DUE -> paused = false;
        }
        if (!paused) {
            List<RecordedEvent> page =
                    actors.journal().read(backlog.stream(), backlog.cursor(), spec.pageMax());
            List<Long> handled = new ArrayList<>(page.size());
            boolean whole = false;
            try {
                whole = handle(context, page, handled);
            } finally {
                record(handled);
            }
            if (whole && EventPage.isFull(page, spec.pageMax())) {
                backlog.wake(context.self());
            }
        }
        return this;
    }

    /// @param handled gets the positions of the handled events
    /// @return false when a message failed, and the rest waits for it
    private boolean handle(
            ActorContext<WakeUp> context, List<RecordedEvent> page, List<Long> handled) {
        for (RecordedEvent event : page) {
            if (!backlog.isUnhandled(event.version())) {
                backlog.moveTo(event.version());
                continue;
            }
            if (!DurableActors.isMark(event)) {
                try {
                    handle(event);
                    backlog.handled();
                } catch (Throwable cause) {
                    Failures.rethrowFatal(cause);
                    pause(context);
                    actors.failed(spec.name(), event.version(), cause);
                    return false;
                }
            }
            failures = 0;
            backlog.moveTo(event.version());
            handled.add(event.position());
        }
        return true;
    }

    private void handle(RecordedEvent event) throws Exception {
        for (M message : spec.codec().decodeAll(event)) {
            handle(event, message);
        }
    }

    private void handle(RecordedEvent event, M message) throws Exception {
        try {
            DurableHandler<M> current = handler;
            if (current == null) {
                current = spec.handler().get();
                handler = current;
            }
            current.handle(event.version(), message);
        } catch (Throwable cause) {
            Failures.rethrowFatal(cause);
            handler = null;
            if (failures + 1 < spec.attemptsMax()) {
                throw cause;
            }
            spec.deadLetters().add(event.version(), message, cause);
        }
    }

    private void pause(ActorContext<WakeUp> context) {
        long min = spec.backoffMin().toNanos();
        long max = spec.backoffMax().toNanos();
        int doublings = Math.min(failures, 30);
        failures++;
        paused = true;
        long nanos = min > max >> doublings ? max : min << doublings;
        context.startTimer(RETRY, WakeUp.RETRY_DUE, Duration.ofNanos(nanos));
    }

    /// Records handled events as published, together with those of the last time when that failed.
    private void record(List<Long> handled) {
        if (handled.isEmpty()) {
            return;
        }
        List<Long> positions = new ArrayList<>(recorded.join());
        positions.addAll(handled);
        Publication publication = Publication.of(positions, List.of());
        recorded =
                publication
                        .done()
                        .handle((_, cause) -> {
                            if (cause == null) {
                                return List.of();
                            }
                            backlog.recordingFailed();
                            actors.recordingFailed(spec.name(), cause);
                            return positions.size() <= UNRECORDED_MAX ? positions : List.of();
                        });
        actors.journal().publish(publication);
    }
}
