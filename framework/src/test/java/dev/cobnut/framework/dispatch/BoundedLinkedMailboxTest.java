package dev.cobnut.framework.dispatch;

class BoundedLinkedMailboxTest extends MailboxContract {

    @Override
    <M> Mailbox<M> create(int capacity) {
        return MailboxKind.LINKED.create(capacity);
    }
}
