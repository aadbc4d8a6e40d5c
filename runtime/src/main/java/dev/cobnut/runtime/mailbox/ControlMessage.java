package dev.cobnut.runtime.mailbox;

/// Marks messages that a [MailboxKind#PRIORITY] mailbox hands out before all others: cancel, flush,
/// change of settings. Control messages keep their order. Other mailboxes treat them as any
/// message.
public interface ControlMessage {}
