package dev.cobnut.framework.durable;

import dev.cobnut.framework.event.EventMetadata;
import dev.cobnut.framework.event.NewEvent;
import dev.cobnut.framework.journal.AppendRequest;
import dev.cobnut.framework.journal.AppendResult;
import dev.cobnut.framework.journal.ExpectedVersion;
import dev.cobnut.runtime.actor.ActorRef;
import dev.cobnut.runtime.durable.DurableRef;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/// A durable actor whose mailbox is a stream of the journal. Thread-safe.
final class JournalDurableRef<M> implements DurableRef<M> {

    private final DurableActors actors;
    private final DurableSpec<M> spec;
    private final Backlog backlog;
    private final ActorRef<WakeUp> actor;

    JournalDurableRef(
            DurableActors actors, DurableSpec<M> spec, Backlog backlog, ActorRef<WakeUp> actor) {
        this.actors = actors;
        this.spec = spec;
        this.backlog = backlog;
        this.actor = actor;
    }

    @Override
    public CompletableFuture<StoreResult> tell(M message) {
        NewEvent event =
                new NewEvent(
                        actors.ids().next(),
                        spec.codec().type(message),
                        spec.codec().schemaVersion(message),
                        spec.codec().encode(message),
                        EventMetadata.at(actors.clock().instant()));
        if (!backlog.admit(spec.backlogMax())) {
            return CompletableFuture.completedFuture(
                    new StoreResult.Refused(
                            "the backlog of "
                                    + spec.name()
                                    + " is full: "
                                    + spec.backlogMax()
                                    + " messages wait to be handled"));
        }
        AppendRequest request =
                AppendRequest.of(backlog.stream(), new ExpectedVersion.Any(), List.of(event), null);
        CompletableFuture<StoreResult> stored = request.result().thenApply(this::stored);
        actors.journal().append(request);
        return stored;
    }

    @Override
    public long pending() {
        return backlog.pending();
    }

    @Override
    public long recordingErrors() {
        return backlog.recordingErrors();
    }

    ActorRef<WakeUp> actor() {
        return actor;
    }

    /// Called on the journal's writer, so it must be quick.
    private StoreResult stored(AppendResult result) {
        return switch (result) {
            case AppendResult.Appended(long version, _) -> {
                backlog.wake(actor);
                yield new StoreResult.Stored(version);
            }
            case AppendResult.Unavailable(var reason) -> refused(reason);
            case AppendResult.Conflict _,
                    AppendResult.ConditionFailed _,
                    AppendResult.Duplicate _ ->
                    refused("the journal did not append the message: " + result);
            case AppendResult.Unknown(var reason) -> new StoreResult.Unknown(reason);
        };
    }

    private StoreResult refused(String reason) {
        backlog.withdraw();
        return new StoreResult.Refused(reason);
    }
}
