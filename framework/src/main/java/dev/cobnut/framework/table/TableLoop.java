package dev.cobnut.framework.table;

import dev.cobnut.framework.event.EventCodec;
import dev.cobnut.framework.journal.Journal;
import dev.cobnut.framework.journal.JournalPages;
import dev.cobnut.framework.journal.JournalRewoundException;
import dev.cobnut.framework.table.owner.TableObserver;
import dev.cobnut.framework.table.owner.TableOwnership;
import dev.cobnut.framework.table.owner.TableSettings;
import dev.cobnut.framework.table.owner.TableThread;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The background role of one table: while this member runs it, builds it when there are no rows,
/// brings new events into them, and switches to a rebuild that is ready. A failure of the journal
/// or of a map is logged once and tried again.
///
/// - *First build.* There is no live build: nothing is read. Afterwards the map `tables` says so.
/// - *Rebuild.* Another thread fills another map, until it has reached the end of the journal. This
///   thread then brings it to the position of the live build at least, and switches. So no row that
///   was read goes back.
/// - *A build whose write fails begins anew*, in another map. So a write of a build that comes late
///   cannot meet the rows that are read.
final class TableLoop<R> implements TableThread.Work, AutoCloseable {

    /// Time between two writes of how far a build is.
    private static final long PROGRESS_NANOS = Duration.ofMillis(200).toNanos();

    /// Time between two looks whether somebody wants a rebuild.
    private static final long REBUILD_LOOK_NANOS = Duration.ofMillis(200).toNanos();

    /// Time between two looks whether rows were lost, and whether rows of other versions are left.
    private static final long CHECK_NANOS = Duration.ofSeconds(5).toNanos();

    private static final Logger LOG = System.getLogger(TableLoop.class.getName());

    private final Table<R> table;
    private final TableStates states;
    private final boolean isShared;
    private final Journal journal;
    private final Map<String, EventCodec<?>> codecs;
    private final TableSettings settings;
    private final TableObserver observer;
    private final InstantSource clock;
    private final TableThread thread;
    private volatile boolean hasLostRows;
    private long lastBuild;

    TableLoop(
            Table<R> table,
            TableStates states,
            TableOwnership ownership,
            boolean isShared,
            Journal journal,
            Map<String, EventCodec<?>> codecs,
            TableSettings settings,
            TableObserver observer,
            InstantSource clock) {
        this.table = table;
        this.states = states;
        this.isShared = isShared;
        this.journal = journal;
        this.codecs = codecs;
        this.settings = settings;
        this.observer = observer;
        this.clock = clock;
        this.thread = new TableThread(table.name(), ownership, settings, observer);
    }

    void start() {
        thread.start(this);
    }

    /// There are new events. Any thread; cheap.
    void appended() {
        thread.appended();
    }

    /// Members were lost that may have had all copies of some rows. Any thread.
    void lostRows() {
        hasLostRows = true;
        thread.signal();
    }

    /// Looks for wishes of operators. Any thread.
    void signal() {
        thread.signal();
    }

    boolean runsHere() {
        return thread.runsHere();
    }

    @Override
    public boolean isReady() {
        return states.hazelcast().getLifecycleService().isRunning();
    }

    /// Runs the table until it is closed or another member does.
    @Override
    public void own() {
        TableState live = states.live();
        drop(live == null ? 0 : live.build(), 0);
        states.removeBuilding();
        TableBuild<R> current = live == null ? null : resumed(live);
        if (current == null) {
            current = firstBuild();
        }
        if (current != null) {
            current.goLive();
            try (Following following = new Following(current)) {
                following.run();
            }
        }
    }

    /// @return null when rows were lost
    private @Nullable TableBuild<R> resumed(TableState live) {
        TableBuild<R> build = build(live.build(), live);
        return build.isWhole(live.parked()) ? build : null;
    }

    private TableBuild<R> build(long number, @Nullable TableState from) {
        return new TableBuild<>(
                table,
                number,
                from,
                codecs,
                new JournalPages(
                        journal.cursors(),
                        from == null ? 0 : from.position(),
                        from == null ? null : from.lastEvent()),
                states,
                settings,
                observer,
                isShared);
    }

    /// A number that no earlier build of any member has had.
    private synchronized long nextBuild() {
        lastBuild = Math.max(lastBuild + 1, clock.millis());
        return lastBuild;
    }

    /// @return null when the table is closed, or this member does not run it any more
    private @Nullable TableBuild<R> firstBuild() {
        states.removeLive();
        states.rebuildBegins();
        TableBuild<R> build = build(nextBuild(), null);
        LOG.log(Level.INFO, "The table {0} is being built from the journal.", table.name());
        try {
            if (!fill(build, () -> thread.renew(build.position()))) {
                return null;
            }
        } catch (TableStoppedException e) {
            stopped(e);
            states.putBuilding(build.state(e.getMessage()));
            awaitRebuild();
            return null;
        }
        build.requireWhole();
        states.putLive(build.state(null));
        states.removeBuilding();
        told(build);
        return build;
    }

    private void told(TableBuild<R> build) {
        LOG.log(
                Level.INFO,
                "The table {0} is built through position {1}, in {2} ms.",
                table.name(),
                Long.toString(build.position()),
                Long.toString(build.state(null).buildMillis()));
    }

    private void stopped(TableStoppedException e) {
        LOG.log(Level.ERROR, e.getMessage() + " (the table goes no further until it is rebuilt)");
    }

    /// Waits until somebody wants a rebuild, or this member does not run the table any more.
    private void awaitRebuild() {
        while (thread.renew(0)) {
            if (states.isRebuildWanted()) {
                states.rebuildBegins();
                return;
            }
            thread.pause();
        }
    }

    /// Applies events until the end of the journal.
    ///
    /// @return false when it was not to go on
    private boolean fill(TableBuild<R> build, Supplier<Boolean> goesOn) {
        long toldAtNanos = System.nanoTime();
        states.putBuilding(build.state(null));
        while (goesOn.get()) {
            if (build.step() == 0) {
                return true;
            }
            long now = System.nanoTime();
            if (now - toldAtNanos >= PROGRESS_NANOS) {
                toldAtNanos = now;
                states.putBuilding(build.state(null));
            }
        }
        return false;
    }

    private void drop(long live, long other) {
        TableMaps.drop(states.hazelcast(), table.name(), table.version(), live, other);
    }

    /// Drops the rows of versions that no member runs any more.
    private void dropOtherVersions() {
        for (int version : TableMaps.otherVersions(states.hazelcast(), table)) {
            if (thread.isLeft(version)) {
                states.forget(table.name(), version);
                TableMaps.drop(states.hazelcast(), table.name(), version, 0, 0);
                LOG.log(
                        Level.INFO,
                        "The rows of version {0} of the table {1} are dropped: no member reads them.",
                        version,
                        table.name());
            }
        }
    }

    /// Brings new events into the live build, and switches to rebuilds.
    private final class Following implements AutoCloseable {

        private TableBuild<R> current;
        private @Nullable Rebuild rebuild;
        private long dropAtNanos;
        private boolean isDropDue;
        private boolean isStopped;
        private long lookedAtNanos = System.nanoTime();
        private long checkedAtNanos = lookedAtNanos - CHECK_NANOS;

        Following(TableBuild<R> current) {
            this.current = current;
        }

        void run() {
            while (thread.renew(current.position())) {
                try {
                    if (!turn()) {
                        return;
                    }
                } catch (JournalRewoundException e) {
                    LOG.log(
                            Level.WARNING,
                            "{0}, which the table {1} has; it is built anew",
                            e.getMessage(),
                            table.name());
                    states.removeLive();
                    return;
                } catch (TableStoppedException e) {
                    stopped(e);
                    isStopped = true;
                    states.putLive(current.state(e.getMessage()));
                } catch (RuntimeException e) {
                    thread.tell(e);
                    thread.pause(); // what was not written is written again
                }
            }
        }

        /// @return false when the live build is gone
        private boolean turn() {
            long begun = System.nanoTime();
            if (begun - lookedAtNanos >= REBUILD_LOOK_NANOS) {
                lookedAtNanos = begun;
                look(begun);
                TableState live = states.live();
                if (live == null || live.build() != current.number() || !isWhole(begun)) {
                    return false;
                }
            }
            Rebuild running = rebuild;
            if (running != null && running.isDone()) {
                end(running);
            }
            int applied = isStopped ? 0 : current.step();
            if (applied > 0) {
                states.putLive(current.state(null));
            }
            thread.followed(begun, applied, current.isAtEnd());
            return true;
        }

        /// @return false when rows were lost
        private boolean isWhole(long now) {
            if (!hasLostRows && now - checkedAtNanos < CHECK_NANOS) {
                return true;
            }
            hasLostRows = false;
            checkedAtNanos = now;
            dropOtherVersions();
            if (!isDropDue) {
                dropOtherBuilds(); // a reader that was slow has made the map of one anew
            }
            if (current.isWhole(current.parkedStreams())) {
                return true;
            }
            LOG.log(
                    Level.WARNING,
                    "members were lost that had all copies of rows of the table {0}; it is built anew",
                    table.name());
            states.removeLive();
            return false;
        }

        private void look(long now) {
            if (rebuild == null && states.isRebuildWanted()) {
                states.rebuildBegins();
                rebuild = new Rebuild();
                rebuild.start();
            }
            if (isDropDue && now - dropAtNanos >= 0) {
                isDropDue = false;
                dropOtherBuilds();
            }
        }

        private void dropOtherBuilds() {
            Rebuild running = rebuild;
            drop(current.number(), running == null ? 0 : running.number);
        }

        private void end(Rebuild ended) {
            rebuild = null;
            TableBuild<R> next = ended.filled;
            if (next == null) {
                states.removeBuilding();
                return;
            }
            try {
                while (next.position() < current.position()) {
                    if (thread.isClosed() || next.step() == 0) {
                        rebuild =
                                ended; // the journal may have lost events: the live build finds out
                        return;
                    }
                }
                next.requireWhole();
                next.goLive();
                states.putLive(next.state(null));
            } catch (TableStoppedException e) {
                stopped(e);
                states.removeBuilding();
                return;
            } catch (RuntimeException e) {
                states.wantRebuild(); // begins anew
                throw e;
            }
            states.removeBuilding();
            current = next;
            isStopped = false;
            dropAtNanos = System.nanoTime() + settings.dropAfter().toNanos();
            isDropDue = true;
            told(next);
        }

        @Override
        public void close() {
            Rebuild running = rebuild;
            if (running != null) {
                running.cancel();
            }
        }
    }

    /// A build beside the live one, on a thread of its own.
    private final class Rebuild {

        private final long number = nextBuild();
        private final Thread builder = thread.beside("-rebuild", this::fillAnother);
        private volatile boolean cancelled;
        private volatile @Nullable TableBuild<R> filled;

        void start() {
            LOG.log(Level.INFO, "The table {0} is being rebuilt.", table.name());
            builder.start();
        }

        boolean isDone() {
            return !builder.isAlive();
        }

        private void fillAnother() {
            try {
                TableBuild<R> build = build(number, null);
                if (fill(build, () -> !cancelled && !thread.isClosed())) {
                    filled = build;
                }
            } catch (TableStoppedException e) {
                stopped(e);
            } catch (Throwable e) {
                thread.tell(e);
                if (!cancelled && !thread.isClosed()) {
                    states.wantRebuild(); // begins anew
                }
            }
        }

        void cancel() {
            cancelled = true;
            join(builder);
            if (!thread.isClosed()) {
                states.wantRebuild(); // by the member that runs the table next
            }
        }
    }

    private static void join(Thread other) {
        try {
            other.join();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    void beginClosing() {
        thread.beginClosing();
    }

    /// Ends the running turn. Called before the journal closes.
    @Override
    public void close() {
        thread.close();
    }
}
