package dev.cobnut.runtime.actor;

/// The counters of an [ActorSystem] since its start. Any thread may read them. Figures that are
/// read one after the other are not of one moment. A rate is the difference of two readings.
public interface ActorMetrics {

    /// Messages that mailboxes took. Grows after each batch of a turn.
    long accepted();

    /// Messages that left a mailbox for a handler. Grows after each batch.
    long handled();

    /// Messages that wait in mailboxes now. Reads every actor.
    long queued();

    /// Actors that have not stopped.
    int actors();

    /// Messages that were refused: [dev.cobnut.runtime.mailbox.TellResult#REJECTED].
    long rejected();

    /// Messages that went to the dead letters because a mailbox was full: newest or oldest.
    long dropped();

    /// Messages whose sender waited for room until the deadline:
    /// [dev.cobnut.runtime.mailbox.TellResult#TIMED_OUT].
    long blockedTooLong();

    /// Messages to actors that stop or have stopped:
    /// [dev.cobnut.runtime.mailbox.TellResult#CLOSED].
    long closed();

    /// Handlers, factories and signals that threw.
    long failed();

    /// Fresh behaviours after a failure.
    long restarted();

    /// Actors that came to their end.
    long terminated();

    /// Messages that were not handled to their end, for any cause.
    long deadLetters();

    /// Calls of observers and watermark listeners that threw.
    long observerErrors();

    /// The `q` quantile of the time in the mailbox, over the sampled messages, in nanoseconds, with
    /// an error of at most 1/8; 0 without samples ([ActorSystem.Settings#sampleEvery]).
    ///
    /// @param q 0.5 for the median, 0.99
    long waitedNanos(double q);

    /// Number of sampled messages.
    long waitedSamples();
}
