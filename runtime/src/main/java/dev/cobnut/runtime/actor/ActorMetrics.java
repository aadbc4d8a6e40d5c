package dev.cobnut.runtime.actor;

/// What an [ActorSystem] has counted since its start. Any thread may read; the figures of one look
/// are not of one moment. Rates are differences of two looks.
public interface ActorMetrics {

    /// Messages that mailboxes took and a turn has seen. Grows after each batch.
    long accepted();

    /// Messages that left a mailbox for a handler. Grows after each batch.
    long handled();

    /// Messages that wait in mailboxes now. Looks at every actor.
    long queued();

    /// Actors that have not stopped.
    int actors();

    /// Messages that were refused: [TellResult#REJECTED].
    long rejected();

    /// Messages that went to the dead letters because a mailbox was full: newest or oldest.
    long dropped();

    /// Messages whose sender waited for room until the deadline: [TellResult#TIMED_OUT].
    long blockedTooLong();

    /// Messages to actors that stop or have stopped: [TellResult#CLOSED].
    long closed();

    /// Handlers, factories and signals that threw.
    long failed();

    /// Fresh behaviours after a failure.
    long restarted();

    /// Actors that came to their end.
    long terminated();

    /// Messages that were not handled to their end, of whatever cause.
    long deadLetters();

    /// Calls of observers and watermark listeners that threw.
    long observerErrors();

    /// Time in the mailbox that `q` of the sampled messages did not exceed, in nanoseconds, with an
    /// error of at most 1/8; 0 without samples ([SystemSettings#sampleEvery]).
    ///
    /// @param q 0.5 for the median, 0.99
    long waitedNanos(double q);

    /// Number of sampled messages.
    long waitedSamples();
}
