package dev.cobnut.runtime.mailbox;

/// The mailbox begins with a single place, so that it grows in nearly every test.
class MpscMailboxFromOnePlaceTest extends BoundedMailboxContract {

    @Override
    <M> Mailbox<M> create(int capacity) {
        return new MpscMailbox<>(MailboxKind.checkedCapacity(capacity), 1);
    }
}
