package dev.cobnut.runtime.entity;

import dev.cobnut.runtime.mailbox.Mailbox;
import java.time.Duration;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// The cells in memory, one per resident key: how they come and go, and their bound.
///
/// # Why a passivation loses no message
///
/// A thread retires a cell by claiming it and then closing its mailbox *if it is empty*, in one
/// step ([Mailbox#closeIfEmpty]). An earlier message keeps the cell alive. The mailbox answers a
/// later message with `CLOSED`. Its sender removes the cell, if nobody has done so yet, and goes to
/// a fresh one. There is no second writer: a retired cell has no message, and its claim is never
/// released again.
///
/// # Why the close misses nothing
///
/// The close sets the flag `closed` and then closes the mailbox of every cell in the map. Senders
/// read the flag *after* they have found or inserted their cell. If a sender reads false, the cell
/// was in the map before the flag was set, so the close meets it. If it reads true, it leaves
/// without sending. Each cell retires as soon as its claim is released, and the last one ends the
/// wait.
///
/// # Why the map stays bounded
///
/// A thread that inserts a cell beyond `residentMax` moves a hand over the map (the clock algorithm
/// without its second chance). It retires idle cells until the bound holds, and looks at
/// [#EVICT_LOOKS_MAX] cells at most. Busy cells cannot go, so new keys are refused while
/// `residentMax` cells are at work. When almost as many are at work, an insert still finds an idle
/// cell as soon as one in `EVICT_LOOKS_MAX` is idle. So the map settles at `residentMax` · 32 / 31
/// at most. In addition there are up to [#EVICT_SLACK] cells of inserters that do not wait for the
/// hand, and one for each inserting thread.
final class Residents<K, M, R> {

    /// Cells that one insert looks at to make room.
    static final int EVICT_LOOKS_MAX = 32;

    /// Cells beyond `residentMax` from which an inserter waits for the hand of another thread.
    static final int EVICT_SLACK = 64;

    private final int residentMax;
    private final Turns<K, M, R> turns;

    /// The mailbox of a cell that never had one and must not accept any more.
    private final Mailbox<Envelope<M, R>> closedMailbox;

    private final ConcurrentHashMap<K, Cell<K, M, R>> cells = new ConcurrentHashMap<>();
    private final ReentrantLock evicting = new ReentrantLock();

    /// Guarded by `evicting`.
    private Iterator<Cell<K, M, R>> hand;

    private volatile boolean closed;
    private final CountDownLatch drained = new CountDownLatch(1);

    Residents(DispatchSettings settings, Turns<K, M, R> turns) {
        this.residentMax = settings.residentMax();
        this.turns = turns;
        this.closedMailbox = settings.kind().create(1);
        this.closedMailbox.close();
        this.hand = cells.values().iterator();
    }

    int count() {
        return (int) Math.min(cells.mappingCount(), Integer.MAX_VALUE);
    }

    boolean isClosed() {
        return closed;
    }

    /// True when as many cells are at work as may be resident.
    boolean isFull() {
        return turns.active() >= residentMax;
    }

    @Nullable Cell<K, M, R> get(K key) {
        return cells.get(key);
    }

    /// A new cell that the caller has claimed; null when another thread was first.
    @Nullable Cell<K, M, R> insert(K key) {
        Cell<K, M, R> cell = new Cell<>(key);
        if (cells.putIfAbsent(key, cell) != null) {
            return null;
        }
        turns.claimed();
        if (isCrowded(0)) {
            makeRoom();
        }
        return cell;
    }

    void remove(Cell<K, M, R> cell) {
        cells.remove(cell.key, cell);
    }

    private boolean isCrowded(int slack) {
        return cells.mappingCount() - slack > residentMax;
    }

    private void makeRoom() {
        if (!evicting.tryLock()) {
            if (!isCrowded(EVICT_SLACK)) {
                return;
            }
            evicting.lock();
        }
        try {
            for (int looks = 0; looks < EVICT_LOOKS_MAX && isCrowded(0); looks++) {
                if (!hand.hasNext()) {
                    hand = cells.values().iterator();
                }
                retire(hand.next());
            }
        } finally {
            evicting.unlock();
        }
    }

    /// Retires cells that were idle for so long, and idle ones beyond `residentMax`. Looks at every
    /// cell once.
    ///
    /// @return number of retired cells
    int retireIdle(long idleNanos, long now) {
        int retired = 0;
        for (Cell<K, M, R> cell : cells.values()) {
            boolean due = cell.isIdleFor(idleNanos, now) || isCrowded(0);
            if (due && retire(cell)) {
                retired++;
            }
        }
        return retired;
    }

    /// @return true when the cell is retired; false when it is claimed or has messages
    boolean retire(Cell<K, M, R> cell) {
        if (!cell.claim()) {
            return false;
        }
        if (!cell.retire(closedMailbox)) {
            turns.claimed();
            turns.handOver(cell);
            return false;
        }
        remove(cell);
        if (closed) {
            countDownWhenDrained();
        }
        return true;
    }

    /// No cell accepts a message from now on. Each retires when its claim is released.
    void close() {
        closed = true;
        for (Cell<K, M, R> cell : cells.values()) {
            cell.mailboxOr(closedMailbox).close();
            retire(cell);
        }
        countDownWhenDrained();
    }

    /// Waits until all cells are retired, then rejects the messages in the mailboxes of the others.
    /// An interrupt ends the wait as the deadline does.
    CloseReport<K> drain(Duration deadline) {
        try {
            boolean _ = drained.await(TimeUnit.NANOSECONDS.convert(deadline), TimeUnit.NANOSECONDS);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        Map<K, Integer> left = new HashMap<>();
        for (Cell<K, M, R> cell : cells.values()) {
            int messages = turns.rejectQueued(cell);
            if (messages > 0) {
                left.put(cell.key, messages);
            }
        }
        return new CloseReport<>(left, count());
    }

    private void countDownWhenDrained() {
        if (cells.isEmpty()) {
            drained.countDown();
        }
    }
}
