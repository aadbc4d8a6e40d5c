package dev.cobnut.framework.delivery;

import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.core.HazelcastInstanceNotActiveException;
import com.hazelcast.jet.Job;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/// The delivery job of this member. It is submitted again whenever it has ended. The sweeper calls
/// [#ensure], and [DeliveryRuntime#start] calls it once before.
///
/// It is a light job, so delivery does not wait for a coordinator, for job records, or for a member
/// that has just joined.
final class DeliveryJob {

    /// A job that ends sooner after its start is not submitted again before the sweeper's next
    /// periodic turn, because the cause may persist.
    private static final long SHORT_LIVED_NANOS = Duration.ofSeconds(1).toNanos();

    /// Longest wait for the work that is under way when the job is to end.
    private static final Duration END_MAX = Duration.ofSeconds(10);

    private static final Logger LOG = System.getLogger(DeliveryJob.class.getName());

    private final HazelcastInstance hazelcast;
    private final Delivery delivery;
    private final Runnable onEnd;
    private volatile @Nullable Job job;
    private volatile boolean closed;

    /// @param delivery what the member's stages do
    /// @param onEnd wakes the caller of [#ensure]
    DeliveryJob(HazelcastInstance hazelcast, Delivery delivery, Runnable onEnd) {
        this.hazelcast = hazelcast;
        this.delivery = delivery;
        this.onEnd = onEnd;
    }

    /// Submits the job unless it runs.
    void ensure() {
        if (isRunning() || closed) {
            return;
        }
        long submitted = System.nanoTime();
        Job submittedJob =
                hazelcast
                        .getJet()
                        .newLightJob(
                                DeliveryPipeline.createFor(
                                        hazelcast.getCluster().getLocalMember().getAddress()));
        job = submittedJob;
        var _ = submittedJob.getFuture().whenComplete((_, failure) -> jobEnded(failure, submitted));
    }

    private void jobEnded(@Nullable Throwable failure, long submittedAtNanos) {
        if (closed) {
            return;
        }
        LOG.log(
                Level.INFO,
                "the delivery job ended, as it does when a member leaves, and will be submitted again: "
                        + (failure == null ? "without a failure" : failure.getMessage()));
        if (System.nanoTime() - submittedAtNanos >= SHORT_LIVED_NANOS) {
            onEnd.run();
        }
    }

    boolean isRunning() {
        Job current = job;
        return current != null && !current.getFuture().isDone();
    }

    /// Ends the job and does not submit it again. Waits until it has ended, because a member that
    /// stops under a job logs failures of the job.
    ///
    /// The job ends by itself. To cancel it would be an error of Jet's while it has not begun, and
    /// the work that is under way would be lost.
    void end() {
        closed = true;
        delivery.end();
        Job current = job;
        if (current == null) {
            return;
        }
        try {
            var _ = current.getFuture().get(END_MAX.toMillis(), TimeUnit.MILLISECONDS);
        } catch (HazelcastInstanceNotActiveException
                | CancellationException
                | ExecutionException e) {
            LOG.log(Level.DEBUG, "the delivery job ended with its member", e);
        } catch (TimeoutException _) {
            LOG.log(
                    Level.WARNING,
                    "the delivery job did not end within " + END_MAX.toSeconds() + " s");
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
