package dev.cobnut.framework.journal;

/// When the journal acknowledges. Anything but [#FSYNC_THEN_ACKNOWLEDGE] **loses acknowledged
/// events** and exists only as the negative control of the loss-detecting harness: a harness that
/// cannot see these losses proves nothing. The journal warns whenever it opens with one of them.
public enum Durability {

    /// COMMIT with `synchronous=FULL` has returned before anybody is told. The only one for use.
    FSYNC_THEN_ACKNOWLEDGE,

    /// UNSAFE. Everybody is told while the transaction is still open; it is committed up to 200 ms
    /// or 500 rows later. `kill -9` loses what was acknowledged in between.
    ACKNOWLEDGE_THEN_COMMIT,

    /// UNSAFE. `synchronous=NORMAL`: COMMIT returns before the disk has the log. A power cut loses
    /// acknowledged events, `kill -9` does not.
    COMMIT_WITHOUT_FSYNC
}
