package dev.cobnut.framework.statistic;

import com.hazelcast.cluster.Address;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.function.FunctionEx;
import com.hazelcast.function.ToLongFunctionEx;
import com.hazelcast.jet.aggregate.AggregateOperation;
import com.hazelcast.jet.aggregate.AggregateOperation1;
import com.hazelcast.jet.core.AbstractProcessor;
import com.hazelcast.jet.core.DAG;
import com.hazelcast.jet.core.Edge;
import com.hazelcast.jet.core.Processor;
import com.hazelcast.jet.core.ProcessorSupplier;
import com.hazelcast.jet.core.SlidingWindowPolicy;
import com.hazelcast.jet.core.TimestampKind;
import com.hazelcast.jet.core.Vertex;
import com.hazelcast.jet.core.Watermark;
import com.hazelcast.jet.core.processor.Processors;
import dev.cobnut.framework.jet.OnOneMember;
import dev.cobnut.framework.statistic.Statistic.Change;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/// The Jet job of a statistic: the names and the order of its stages.
///
/// The source waits for the journal and has a thread of its own. The other two stages only compute,
/// on Jet's cooperative thread. Each stage is one processor of one member.
final class StatisticPipeline {

    private static final String CONTEXT_KEY = "cobnut.statistic.";

    private StatisticPipeline() {}

    /// Makes a statistic known to the stages of this member.
    static void register(HazelcastInstance hazelcast, StatisticRun<?, ?, ?> run) {
        hazelcast.getUserContext().put(CONTEXT_KEY + run.name(), run);
    }

    /// The job of a session.
    ///
    /// @param member the member that has the session
    static DAG createFor(Address member, String statistic, long session) {
        DAG stages = new DAG();
        Vertex read =
                stage(stages, "read-journal", member, new Stage(statistic, session, Work.READ));
        Vertex window = stage(stages, "window", member, new Stage(statistic, session, Work.WINDOW));
        Vertex commit = stage(stages, "commit", member, new Stage(statistic, session, Work.COMMIT));
        return stages.edge(Edge.between(read, window)).edge(Edge.between(window, commit));
    }

    private static Vertex stage(DAG stages, String name, Address member, Stage work) {
        return stages.newVertex(name, new OnOneMember(member.toString(), work)).localParallelism(1);
    }

    private enum Work {
        READ,
        WINDOW,
        COMMIT
    }

    /// Finds its session on the member that it is sent to.
    private static final class Stage implements ProcessorSupplier {

        private static final long serialVersionUID = 1;

        private final String statistic;
        private final long session;
        private final Work work;
        private transient @Nullable StatisticRun<?, ?, ?> run;

        Stage(String statistic, long session, Work work) {
            this.statistic = statistic;
            this.session = session;
            this.work = work;
        }

        @Override
        public void init(Context context) {
            run =
                    (StatisticRun<?, ?, ?>)
                            context.hazelcastInstance()
                                    .getUserContext()
                                    .get(CONTEXT_KEY + statistic);
        }

        @Override
        public Collection<? extends Processor> get(int count) {
            return Collections.nCopies(
                    count, processor(Objects.requireNonNull(run, statistic).session(session)));
        }

        private <F, K, A> Processor processor(StatisticSession<F, K, A> of) {
            return switch (work) {
                case READ -> new ReadJournal<>(of);
                case WINDOW -> StatisticPipeline.<F, K, A>window();
                case COMMIT -> new Commit<>(of);
            };
        }
    }

    /// Jet's tumbling window over the time of record, for each key.
    private static <F, K, A> Processor window() {
        FunctionEx<StampedFact<F, K, A>, K> key = StampedFact::key;
        ToLongFunctionEx<StampedFact<F, K, A>> time = StampedFact::micros;
        AggregateOperation1<StampedFact<F, K, A>, WindowSum<F, K, A>, A> sum =
                AggregateOperation.withCreate(WindowSum<F, K, A>::new)
                        .<StampedFact<F, K, A>>andAccumulate(WindowSum::add)
                        .andExportFinish(WindowSum::sum);
        return Processors.<K, WindowSum<F, K, A>, A, Change<K, A>>aggregateToSlidingWindowP(
                        List.of(key),
                        List.of(time),
                        TimestampKind.EVENT,
                        SlidingWindowPolicy.tumblingWinPolicy(StatisticSession.FRAME_MICROS),
                        0,
                        sum,
                        (_, _, of, total, _) -> new Change<>(of, total))
                .get();
    }

    private static final class ReadJournal<F, K, A> extends AbstractProcessor {

        private final StatisticSession<F, K, A> session;

        /// Facts of the last page, and the watermark after them, that have not left yet.
        private final Queue<Object> read = new ArrayDeque<>();

        ReadJournal(StatisticSession<F, K, A> session) {
            this.session = session;
        }

        /// A page may have more facts than the edge has room for. The rest leaves in further calls,
        /// between which Jet pauses for a moment when there is no room.
        @Override
        public boolean complete() {
            if (read.isEmpty()) {
                Long watermark = session.read(read::add);
                if (watermark != null) {
                    read.add(new Watermark(watermark));
                }
            }
            Object next;
            while ((next = read.peek()) != null) {
                if (!tryEmit(next)) {
                    return false; // the same item is to be offered again, even at the end
                }
                read.remove();
            }
            return session.awaitMore();
        }

        @Override
        public boolean isCooperative() {
            return false;
        }
    }

    private static final class Commit<F, K, A> extends AbstractProcessor {

        private final StatisticSession<F, K, A> session;
        private List<Change<K, A>> changes = new ArrayList<>();

        Commit(StatisticSession<F, K, A> session) {
            this.session = session;
        }

        @Override
        @SuppressWarnings("unchecked") // the only stage before this one makes changes
        protected boolean tryProcess(int ordinal, Object change) {
            return changes.add((Change<K, A>) change);
        }

        @Override
        public boolean tryProcessWatermark(Watermark watermark) {
            session.commit(watermark.timestamp(), changes);
            changes = new ArrayList<>();
            return true;
        }
    }
}
