package dev.cobnut.framework.dispatch;

class MpscMailboxTest extends MailboxContract {

    @Override
    <M> Mailbox<M> create(int capacity) {
        return MailboxKind.MPSC.create(capacity);
    }
}
