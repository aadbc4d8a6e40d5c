package dev.cobnut.framework.delivery;

import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.core.HazelcastInstanceNotActiveException;
import com.hazelcast.jet.Job;
import com.hazelcast.jet.config.JobConfig;
import com.hazelcast.jet.config.ProcessingGuarantee;
import com.hazelcast.jet.core.JobStatus;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// The delivery job of this member, submitted again whenever it has ended. `ensure` is called by
/// the sweeper and once before it starts.
final class DeliveryJob {

    /// A light job that ends sooner after its start waits for the sweeper's next periodic turn:
    /// what ended it may not have passed.
    private static final long SHORT_LIVED_NANOS = Duration.ofSeconds(1).toNanos();

    private static final Logger LOG = System.getLogger(DeliveryJob.class.getName());

    private final HazelcastInstance hazelcast;
    private final boolean ofOneMember;
    private final Runnable ended;
    private volatile @Nullable Job job;
    private volatile boolean closed;
    private long submittedAtNanos;

    /// @param ofOneMember whether each member runs a job of its own
    /// @param ended wakes who calls [#ensure]; told of jobs of one member
    DeliveryJob(HazelcastInstance hazelcast, boolean ofOneMember, Runnable ended) {
        this.hazelcast = hazelcast;
        this.ofOneMember = ofOneMember;
        this.ended = ended;
    }

    /// Submits the job unless it runs.
    void ensure() {
        if (!isEnded() || closed) {
            return;
        }
        if (ofOneMember) {
            submitOwn();
        } else {
            submitIfAbsent();
        }
    }

    private boolean isEnded() {
        Job current = job;
        if (current == null) {
            return true;
        }
        if (ofOneMember) {
            return current.getFuture().isDone();
        }
        JobStatus status = current.getStatus();
        if (status == JobStatus.FAILED) {
            LOG.log(Level.ERROR, "the delivery job failed and is submitted again");
        }
        return status == JobStatus.FAILED || status == JobStatus.COMPLETED;
    }

    private void submitIfAbsent() {
        job =
                hazelcast
                        .getJet()
                        .newJobIfAbsent(
                                DeliveryPipeline.create(),
                                new JobConfig()
                                        .setName(DeliveryPipeline.JOB_NAME)
                                        .setProcessingGuarantee(ProcessingGuarantee.NONE)
                                        .setMetricsEnabled(false));
    }

    private void submitOwn() {
        submittedAtNanos = System.nanoTime();
        long submitted = submittedAtNanos;
        Job own =
                hazelcast
                        .getJet()
                        .newLightJob(
                                DeliveryPipeline.createFor(
                                        hazelcast.getCluster().getLocalMember().getUuid()));
        job = own;
        var _ =
                own.getFuture()
                        .whenComplete((_, failure) -> {
                            if (!closed) {
                                LOG.log(
                                        Level.INFO,
                                        "the delivery job ended, as it does when a member leaves: "
                                                + (failure == null
                                                        ? "without a failure"
                                                        : failure.getMessage()));
                                if (System.nanoTime() - submitted >= SHORT_LIVED_NANOS) {
                                    ended.run();
                                }
                            }
                        });
    }

    boolean isRunning() {
        Job current = job;
        if (current == null) {
            return false;
        }
        return ofOneMember
                ? !current.getFuture().isDone()
                : current.getStatus() == JobStatus.RUNNING;
    }

    /// Ends the job; it is not submitted again.
    void end() {
        closed = true;
        Job current = job;
        if (current == null) {
            return;
        }
        try {
            boolean over =
                    ofOneMember ? current.getFuture().isDone() : current.getStatus().isTerminal();
            if (!over) {
                current.cancel();
            }
        } catch (HazelcastInstanceNotActiveException _) {
            LOG.log(Level.DEBUG, "the delivery job ended with its member");
        }
    }
}
