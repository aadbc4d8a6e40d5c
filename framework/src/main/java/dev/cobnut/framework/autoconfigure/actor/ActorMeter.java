package dev.cobnut.framework.autoconfigure.actor;

/// The catalogue of metrics of an actor system; each has the label `system`.
enum ActorMeter {
    ACTORS("actor.count", "Actors that have not stopped"),
    DEPTH("actor.mailbox.depth", "Messages that wait in mailboxes"),
    ACCEPTED("actor.messages.accepted", "Messages that mailboxes took"),
    HANDLED("actor.messages.handled", "Messages that left a mailbox for a handler"),
    REFUSED(
            "actor.messages.refused",
            "Messages that were not accepted, by result: rejected, dropped, timed-out, closed"),
    WAITED(
            "actor.mailbox.time",
            "Time in the mailbox of the sampled messages since the start, by quantile, in seconds"),
    FAILED("actor.failed", "Handlers, factories and signals that threw"),
    RESTARTED("actor.restarted", "Actors that went on with a fresh state after a failure"),
    TERMINATED("actor.terminated", "Actors that came to their end"),
    DEAD_LETTERS("actor.dead.letters", "Messages that were not handled to their end"),
    OBSERVER_ERRORS("actor.observer.errors", "Observers and watermark listeners that threw");

    private final String id;
    private final String description;

    ActorMeter(String id, String description) {
        this.id = id;
        this.description = description;
    }

    /// The name, with dots; Prometheus shows them as underscores.
    String id() {
        return id;
    }

    String description() {
        return description;
    }
}
