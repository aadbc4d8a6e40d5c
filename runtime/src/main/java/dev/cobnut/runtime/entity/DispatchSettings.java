package dev.cobnut.runtime.entity;

import dev.cobnut.runtime.mailbox.MailboxKind;
import java.time.Duration;

/// The limits of [Entities].
///
/// @param mailboxCapacity most messages that wait for one key; more are `Rejected(FULL)`
/// @param kind mailbox of every key
/// @param residentMax entities kept in memory. Beyond it idle ones are passivated. While as many
///   are at work, new keys are `Rejected(FULL)`
/// @param idleAfter an entity without a message for so long is passivated
/// @param turnBatchMax messages of one key that are handled before others may use the thread, and
///   most messages that a [BatchingEntity] gets at once; 1 for always one by one
public record DispatchSettings(
        int mailboxCapacity,
        MailboxKind kind,
        int residentMax,
        Duration idleAfter,
        int turnBatchMax) {

    /// Largest mailbox. A longer queue is a wait beyond any deadline.
    public static final int MAILBOX_CAPACITY_MAX = 65_536;

    /// Longest idle time. State that must live longer belongs into a store.
    public static final Duration IDLE_AFTER_MAX = Duration.ofDays(1);

    /// @throws IllegalArgumentException when a value is outside its range; the message names the
    ///   value and the range
    public DispatchSettings {
        if (mailboxCapacity < 1 || mailboxCapacity > MAILBOX_CAPACITY_MAX) {
            throw new IllegalArgumentException(
                    "mailboxCapacity must be from 1 to "
                            + MAILBOX_CAPACITY_MAX
                            + " messages, but was "
                            + mailboxCapacity);
        }
        if (!kind.isBounded()) {
            throw new IllegalArgumentException(
                    "mailbox must be a kind with a bound, but was " + kind);
        }
        if (residentMax < 1) {
            throw new IllegalArgumentException(
                    "residentMax must be at least 1 entity, but was " + residentMax);
        }
        if (!idleAfter.isPositive() || idleAfter.compareTo(IDLE_AFTER_MAX) > 0) {
            throw new IllegalArgumentException(
                    "idleAfter must be longer than zero and at most "
                            + IDLE_AFTER_MAX
                            + ", but was "
                            + idleAfter);
        }
        if (turnBatchMax < 1) {
            throw new IllegalArgumentException(
                    "turnBatchMax must be at least 1 message, but was " + turnBatchMax);
        }
    }

    public static DispatchSettings defaults() {
        return new DispatchSettings(256, MailboxKind.MPSC, 10_000, Duration.ofSeconds(60), 64);
    }
}
