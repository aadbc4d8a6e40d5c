package dev.cobnut.framework.dispatch.mailbox;

class MpscArrayMailboxTest extends BoundedMailboxContract {

    @Override
    <M> Mailbox<M> create(int capacity) {
        return MailboxKind.MPSC_ARRAY.create(capacity);
    }
}
