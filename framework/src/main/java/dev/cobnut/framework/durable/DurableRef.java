package dev.cobnut.framework.durable;

import dev.cobnut.framework.event.EventMetadata;
import dev.cobnut.framework.event.NewEvent;
import dev.cobnut.framework.journal.AppendRequest;
import dev.cobnut.framework.journal.AppendResult;
import dev.cobnut.framework.journal.ExpectedVersion;
import dev.cobnut.runtime.actor.ActorRef;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/// A durable actor, seen from outside. Thread-safe.
public final class DurableRef<M> {

    private final DurableActors actors;
    private final DurableSpec<M> spec;
    private final Backlog backlog;
    private final ActorRef<Wake> actor;

    DurableRef(DurableActors actors, DurableSpec<M> spec, Backlog backlog, ActorRef<Wake> actor) {
        this.actors = actors;
        this.spec = spec;
        this.backlog = backlog;
        this.actor = actor;
    }

    /// Stores a message. Returns at once; messages of one thread are stored in their order.
    ///
    /// @return completed when the message is on disk, or not; never exceptionally
    /// @throws RuntimeException what the codec throws for a message that it cannot encode; nothing
    ///   was done then
    public CompletableFuture<Stored> tell(M message) {
        NewEvent event =
                new NewEvent(
                        actors.ids().next(),
                        spec.codec().type(message),
                        spec.codec().schemaVersion(message),
                        spec.codec().encode(message),
                        EventMetadata.at(actors.clock().instant()));
        if (!backlog.admit(spec.backlogMax())) {
            return CompletableFuture.completedFuture(
                    new Stored.Refused(
                            "as many messages as may be wait for "
                                    + spec.name()
                                    + " to handle them"));
        }
        AppendRequest request =
                AppendRequest.of(backlog.stream(), new ExpectedVersion.Any(), List.of(event), null);
        CompletableFuture<Stored> stored = request.result().thenApply(this::stored);
        actors.journal().append(request);
        return stored;
    }

    /// Messages that are stored, or about to be, and not handled.
    public long pending() {
        return backlog.pending();
    }

    /// Times that the journal could not be told what was handled: that comes again after a restart.
    public long recordingErrors() {
        return backlog.recordingErrors();
    }

    ActorRef<Wake> actor() {
        return actor;
    }

    /// On the journal's writer: quick.
    private Stored stored(AppendResult result) {
        return switch (result) {
            case AppendResult.Appended(long version, _) -> {
                backlog.wake(actor);
                yield new Stored.Kept(version);
            }
            case AppendResult.Unavailable(var reason) -> refused(reason);
            case AppendResult.Conflict _, AppendResult.Duplicate _ ->
                    refused("the journal took it for something else: " + result);
            case AppendResult.Unknown(var reason) -> new Stored.Unknown(reason);
        };
    }

    private Stored refused(String reason) {
        backlog.withdraw();
        return new Stored.Refused(reason);
    }
}
