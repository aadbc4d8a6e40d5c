package dev.cobnut.framework.dispatch;

import dev.cobnut.framework.dispatch.mailbox.Mailbox;
import dev.cobnut.framework.dispatch.mailbox.Offer;
import java.time.Duration;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// Entities by key: each has a bounded mailbox and one writer at a time, comes to life with its
/// first message, and is passivated (its state is dropped) when it is idle or memory is needed.
/// Thread-safe.
///
/// # Cells, and who may write
///
/// Every resident key has a [Cell] in a map. The thread that moves the cell's state from idle to
/// claimed is its only writer until it gives the claim up. The state is volatile, so the next
/// writer sees what this one wrote.
///
/// ```text
///            insert              give up              retire (mailbox was
///   (none) ─────────► CLAIMED ──────────────► IDLE    closed while empty)
///                      ▲   │ ◄──────────────            from CLAIMED ──────► RETIRED ──► (none)
///                      └───┘      claim
///                    next turn, same claim: turnBatchMax was reached, or others wait behind an inline caller
/// ```
///
/// A claim is held by a caller of [#askAndWait] for its own message, by a turn, or for an instant
/// by a thread that wants to retire the cell. It is a word and no lock: nobody blocks for it, and
/// the handler runs outside of every lock, also those of the map.
///
/// # Why no accepted message is forgotten
///
/// A sender queues first and then tries to claim. The holder gives the claim up first and then
/// looks into the mailbox again. State and depth are volatile or under a monitor, so in every order
/// at least one of the two sees the other (Dekker): the sender gets the claim and starts a turn, or
/// the holder sees the message and takes the claim back.
///
/// # Why none is lost in a passivation
///
/// To retire a cell one claims it and then closes its mailbox *if it is empty*, in one step
/// ([Mailbox#closeIfEmpty]). A message that came before keeps the cell alive. A message that comes
/// after is answered `CLOSED` by the mailbox; its sender removes the cell, if that has not been
/// done yet, and goes to a fresh one. There is no second writer: a retired cell has no message, and
/// its claim is never given up again.
///
/// # Why the close misses nothing
///
/// The flag `closed` is set, then the mailbox of every cell in the map is closed. Senders read the
/// flag *after* they have found or inserted their cell. If they read false, the cell was in the map
/// before the flag was set, so the close meets it. If they read true, they leave without having
/// sent. Each cell retires as soon as its claim is given up, and the last one ends the wait.
///
/// # Why the map stays bounded
///
/// A thread that inserts a cell beyond `residentMax` moves a hand over the map (the clock algorithm
/// without its second chance) and retires idle cells until the bound holds, looking at no more than
/// [#EVICT_LOOKS_MAX] of them. Busy cells cannot go, so new keys are refused while `residentMax`
/// are at work. When almost as many are, an insert still finds an idle cell as soon as one in
/// `EVICT_LOOKS_MAX` is idle, so the map settles at `residentMax` · 32 / 31 at most, plus
/// [#EVICT_SLACK] for inserters that do not wait for the hand, plus one for each inserting thread.
///
/// # What a message costs
///
/// A new key asked by [#askAndWait]: the cell and its node in the map, the entity, the result; no
/// mailbox (a cell gets one when it first has to queue), no future, no thread. A queued message: an
/// envelope and its future, and a virtual thread per up to `turnBatchMax` messages.
///
/// @param <K> keys, with equals and hashCode
/// @param <M> messages
/// @param <R> replies
public final class Entities<K, M, R> {

    /// Cells that one insert looks at to make room.
    static final int EVICT_LOOKS_MAX = 32;

    /// Cells beyond `residentMax` at which an inserter waits for another one's hand.
    static final int EVICT_SLACK = 64;

    private final DispatchSettings settings;
    private final Function<? super K, ? extends Entity<M, R>> factory;
    private final CountingObserver observer;
    private final LongSupplier nanoTime;
    private final Executor turns;

    private final ConcurrentHashMap<K, Cell<K, M, R>> cells = new ConcurrentHashMap<>();
    private final LongAdder active = new LongAdder();
    private final LongAdder queued = new LongAdder();

    /// What a cell without a mailbox gets when it must not accept any more.
    private final Mailbox<Envelope<M, R>> closedMailbox;

    private final ReentrantLock evicting = new ReentrantLock();

    /// Guarded by `evicting`.
    private Iterator<Cell<K, M, R>> hand;

    private final Passivator passivator;

    private volatile boolean closed;
    private final CountDownLatch drained = new CountDownLatch(1);

    /// Turns on virtual threads, in real time.
    ///
    /// @param factory makes the entity of a key, on the thread that handles its first message; may
    ///   block
    public Entities(
            DispatchSettings settings,
            Function<? super K, ? extends Entity<M, R>> factory,
            DispatchObserver observer) {
        this(settings, factory, observer, System::nanoTime, Thread::startVirtualThread);
    }

    /// @param factory makes the entity of a key, on the thread that handles its first message; may
    ///   block
    /// @param nanoTime for idleness and time in mailbox; deadlines are waited for in real time
    /// @param turns runs what it is given on another thread, soon, and has no bound of its own:
    ///   there are at most as many turns as active entities. When it refuses, the messages that
    ///   wait for the turn are answered `Rejected(CLOSED)`
    public Entities(
            DispatchSettings settings,
            Function<? super K, ? extends Entity<M, R>> factory,
            DispatchObserver observer,
            LongSupplier nanoTime,
            Executor turns) {
        this.settings = settings;
        this.factory = factory;
        this.observer = new CountingObserver(observer);
        this.nanoTime = nanoTime;
        this.turns = turns;
        this.closedMailbox = settings.kind().create(1);
        this.closedMailbox.close();
        this.hand = cells.values().iterator();
        this.passivator = new Passivator(this);
    }

    /// Starts the role that calls [#passivateIdle] every second while anything is resident. Called
    /// at most once. Without it only `residentMax` passivates.
    public void start() {
        passivator.start();
    }

    /// Sends a message and never blocks: the handler runs on another thread.
    ///
    /// @return completed with anything but `TimedOut`, never exceptionally; what depends on it runs
    ///   in the entity's turn and must not block, or brings its own executor
    public CompletableFuture<AskResult<R>> ask(K key, M message) {
        CompletableFuture<AskResult<R>> answer = new CompletableFuture<>();
        switch (queue(key, new Envelope<>(message, answer, nanoTime.getAsLong()))) {
            case ACCEPTED -> {}
            case FULL -> answer.complete(rejected(AskResult.Reason.FULL));
            case CLOSED -> answer.complete(rejected(AskResult.Reason.CLOSED));
        }
        return answer;
    }

    /// Sends a message and waits for its result, for callers on virtual threads (or any that may
    /// block). If nobody else is at the entity, the handler runs on the calling thread.
    ///
    /// @param deadline longest wait behind other messages and for a handler on another thread; a
    ///   handler on the calling thread is not interrupted
    public AskResult<R> askAndWait(K key, M message, Duration deadline) {
        Cell<K, M, R> cell = claimWhenFree(key);
        if (cell != null) {
            observer.accepted();
            observer.begun(0);
            AskResult<R> result = handle(cell, message);
            handOver(cell);
            return result;
        }
        CompletableFuture<AskResult<R>> answer = new CompletableFuture<>();
        return switch (queue(key, new Envelope<>(message, answer, nanoTime.getAsLong()))) {
            case ACCEPTED -> await(answer, deadline);
            case FULL -> rejected(AskResult.Reason.FULL);
            case CLOSED -> rejected(AskResult.Reason.CLOSED);
        };
    }

    /// Passivates what was idle for `idleAfter`, and what is beyond `residentMax`. One bounded
    /// turn: it looks at every resident entity once, and calls no handler.
    ///
    /// @return number of entities that were passivated
    public int passivateIdle() {
        long now = nanoTime.getAsLong();
        long idleNanos = settings.idleAfter().toNanos();
        int passivated = 0;
        for (Cell<K, M, R> cell : cells.values()) {
            boolean due = cell.isIdleFor(idleNanos, now) || isCrowded(0);
            if (due && retire(cell)) {
                passivated++;
            }
        }
        return passivated;
    }

    /// Accepts nothing more, lets the accepted messages be handled until the deadline, then answers
    /// those that are still queued with `Rejected(CLOSED)`. A handler that runs at the deadline is
    /// not interrupted. An interrupt of the calling thread ends the wait as the deadline does.
    ///
    /// It can be called again, to wait longer for busy entities.
    public CloseReport<K> close(Duration deadline) {
        closed = true;
        passivator.stop();
        for (Cell<K, M, R> cell : cells.values()) {
            cell.mailboxOr(closedMailbox).close();
            retire(cell);
        }
        countDownWhenDrained();
        awaitDrained(deadline);
        Map<K, Integer> left = new HashMap<>();
        for (Cell<K, M, R> cell : cells.values()) {
            int messages = rejectQueued(cell);
            if (messages > 0) {
                left.put(cell.key, messages);
            }
        }
        return new CloseReport<>(left, resident());
    }

    /// Entities in memory.
    public int resident() {
        return (int) Math.min(cells.mappingCount(), Integer.MAX_VALUE);
    }

    /// Entities with a thread at work, or about to start.
    public int active() {
        return active.intValue();
    }

    /// Messages in all mailboxes.
    public long queued() {
        return queued.sum();
    }

    /// Calls of the observer that threw.
    public long observerErrors() {
        return observer.errors();
    }

    /// Turns of the passivating role that threw.
    public long passivationErrors() {
        return passivator.errors();
    }

    /// The cell of the key, claimed and with nothing before the caller's message; null when the
    /// message has to be queued or refused.
    private @Nullable Cell<K, M, R> claimWhenFree(K key) {
        Cell<K, M, R> cell = cells.get(key);
        if (cell == null) {
            cell = isFull() ? null : insert(key);
            if (cell == null) {
                return null;
            }
        } else if (!claim(cell)) {
            return null;
        }
        if (closed || !cell.isEmpty()) {
            handOver(cell);
            return null;
        }
        return cell;
    }

    private Offer queue(K key, Envelope<M, R> envelope) {
        while (true) {
            Cell<K, M, R> cell = cells.get(key);
            boolean claimed = false;
            if (cell == null) {
                if (closed) {
                    return Offer.CLOSED;
                }
                if (isFull()) {
                    return Offer.FULL;
                }
                cell = insert(key);
                if (cell == null) {
                    continue;
                }
                claimed = true;
            }
            Offer offer = closed ? Offer.CLOSED : offer(cell, envelope);
            if (claimed || (offer == Offer.ACCEPTED && claim(cell))) {
                handOver(cell);
            }
            if (offer != Offer.CLOSED || closed) {
                return offer;
            }
            cells.remove(key, cell);
        }
    }

    private Offer offer(Cell<K, M, R> cell, Envelope<M, R> envelope) {
        Mailbox<Envelope<M, R>> mailbox = cell.mailbox();
        if (mailbox == null) {
            mailbox = cell.mailboxOr(settings.kind().create(settings.mailboxCapacity()));
        }
        // counted before it is there, so that the sum never falls below zero
        queued.increment();
        Offer offer = mailbox.offer(envelope);
        if (offer == Offer.ACCEPTED) {
            observer.accepted();
        } else {
            queued.decrement();
        }
        return offer;
    }

    /// A new cell that the caller has claimed; null when another thread was first.
    private @Nullable Cell<K, M, R> insert(K key) {
        Cell<K, M, R> cell = new Cell<>(key);
        if (cells.putIfAbsent(key, cell) != null) {
            return null;
        }
        active.increment();
        if (isCrowded(0)) {
            makeRoom();
        }
        passivator.wake();
        return cell;
    }

    private boolean isFull() {
        return active.sum() >= settings.residentMax();
    }

    private boolean isCrowded(int slack) {
        return cells.mappingCount() - slack > settings.residentMax();
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

    private boolean claim(Cell<K, M, R> cell) {
        if (!cell.claim()) {
            return false;
        }
        active.increment();
        return true;
    }

    /// Gives up the caller's claim: to a new turn when messages wait, or else to whoever comes
    /// next.
    private void handOver(Cell<K, M, R> cell) {
        do {
            if (!cell.isEmpty() && startTurn(cell)) {
                return;
            }
            active.decrement();
            cell.unclaim(nanoTime.getAsLong());
        } while (!cell.isEmpty() && claim(cell));
        if (closed) {
            retire(cell);
        }
    }

    /// @return false when the executor refused; then nothing waits any more and the caller still
    ///   has the claim
    private boolean startTurn(Cell<K, M, R> cell) {
        try {
            turns.execute(() -> turn(cell));
            return true;
        } catch (RejectedExecutionException | OutOfMemoryError _) {
            rejectQueued(cell);
            return false;
        }
    }

    private void turn(Cell<K, M, R> cell) {
        for (int handled = 0; handled < settings.turnBatchMax(); handled++) {
            Envelope<M, R> envelope = cell.poll();
            if (envelope == null) {
                break;
            }
            queued.decrement();
            observer.begun(nanoTime.getAsLong() - envelope.queuedNanos());
            envelope.answer().complete(handle(cell, envelope.message()));
        }
        handOver(cell);
    }

    private AskResult<R> handle(Cell<K, M, R> cell, M message) {
        try {
            Entity<M, R> entity = cell.entity;
            if (entity == null) {
                entity = factory.apply(cell.key);
                cell.entity = entity;
            }
            return new AskResult.Answered<>(entity.handle(message));
        } catch (Throwable cause) {
            cell.entity = null;
            observer.failed(cause);
            return new AskResult.Failed<>(cause);
        }
    }

    /// @return whether the cell is gone; false when it is claimed or has messages
    private boolean retire(Cell<K, M, R> cell) {
        if (!cell.claim()) {
            return false;
        }
        if (!cell.retire(closedMailbox)) {
            active.increment();
            handOver(cell);
            return false;
        }
        cells.remove(cell.key, cell);
        if (closed) {
            countDownWhenDrained();
        }
        return true;
    }

    private int rejectQueued(Cell<K, M, R> cell) {
        int messages = 0;
        Envelope<M, R> envelope = cell.poll();
        while (envelope != null) {
            messages++;
            queued.decrement();
            envelope.answer().complete(rejected(AskResult.Reason.CLOSED));
            envelope = cell.poll();
        }
        return messages;
    }

    private AskResult<R> rejected(AskResult.Reason reason) {
        observer.rejected(reason);
        return new AskResult.Rejected<>(reason);
    }

    private AskResult<R> await(CompletableFuture<AskResult<R>> answer, Duration deadline) {
        try {
            return answer.get(TimeUnit.NANOSECONDS.convert(deadline), TimeUnit.NANOSECONDS);
        } catch (TimeoutException _) {
            observer.timedOut();
            return new AskResult.TimedOut<>();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            observer.timedOut();
            return new AskResult.TimedOut<>();
        } catch (ExecutionException | CancellationException e) {
            throw new IllegalStateException("an answer is never completed exceptionally", e);
        }
    }

    private void countDownWhenDrained() {
        if (cells.isEmpty()) {
            drained.countDown();
        }
    }

    private void awaitDrained(Duration deadline) {
        try {
            boolean _ = drained.await(TimeUnit.NANOSECONDS.convert(deadline), TimeUnit.NANOSECONDS);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
