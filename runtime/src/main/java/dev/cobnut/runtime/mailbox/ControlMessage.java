package dev.cobnut.runtime.mailbox;

/// Marks messages that a [MailboxKind#PRIORITY] mailbox hands out before all others: cancel, flush,
/// change of settings. Among themselves they keep their order. Other mailboxes know no difference.
public interface ControlMessage {}
