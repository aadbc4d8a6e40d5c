package dev.cobnut.runtime.mailbox;

class MpscArrayMailboxTest extends BoundedMailboxContract {

    @Override
    <M> Mailbox<M> create(int capacity) {
        return MailboxKind.MPSC_ARRAY.create(capacity);
    }
}
