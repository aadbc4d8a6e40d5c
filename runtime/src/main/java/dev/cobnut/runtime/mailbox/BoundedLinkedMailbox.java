package dev.cobnut.runtime.mailbox;

import org.jspecify.annotations.Nullable;

/// Linked nodes, guarded by the mailbox's own monitor. An empty mailbox holds no nodes.
final class BoundedLinkedMailbox<M> implements Mailbox<M> {

    private static final class Node<M> {
        final M message;
        @Nullable Node<M> next;

        Node(M message) {
            this.message = message;
        }
    }

    private final int capacity;
    private @Nullable Node<M> oldest;
    private @Nullable Node<M> newest;
    private int depth;
    private long accepted;
    private boolean closed;

    BoundedLinkedMailbox(int capacity) {
        this.capacity = MailboxKind.checkedCapacity(capacity);
    }

    @Override
    public synchronized Offer offer(M message) {
        if (closed) {
            return Offer.CLOSED;
        }
        if (depth == capacity) {
            return Offer.FULL;
        }
        append(message);
        return Offer.ACCEPTED;
    }

    @Override
    public synchronized Eviction<M> offerEvicting(M message) {
        if (closed) {
            return new Eviction<>(Offer.CLOSED, null);
        }
        M evicted = depth == capacity ? poll() : null;
        append(message);
        return new Eviction<>(Offer.ACCEPTED, evicted);
    }

    @Override
    public synchronized @Nullable M poll() {
        Node<M> node = oldest;
        if (node == null) {
            return null;
        }
        oldest = node.next;
        if (oldest == null) {
            newest = null;
        }
        depth--;
        return node.message;
    }

    @Override
    public synchronized int depth() {
        return depth;
    }

    @Override
    public synchronized long accepted() {
        return accepted;
    }

    @Override
    public int capacity() {
        return capacity;
    }

    @Override
    public synchronized void close() {
        closed = true;
    }

    @Override
    public synchronized boolean closeIfEmpty() {
        if (depth == 0) {
            closed = true;
        }
        return depth == 0;
    }

    private void append(M message) {
        Node<M> node = new Node<>(message);
        if (newest == null) {
            oldest = node;
        } else {
            newest.next = node;
        }
        newest = node;
        depth++;
        accepted++;
    }
}
