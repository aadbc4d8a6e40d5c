package dev.cobnut.framework.dispatch.mailbox;

class MpscMailboxTest extends BoundedMailboxContract {

    @Override
    <M> Mailbox<M> create(int capacity) {
        return MailboxKind.MPSC.create(capacity);
    }
}
