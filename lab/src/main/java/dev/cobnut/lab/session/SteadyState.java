package dev.cobnut.lab.session;

import dev.cobnut.lab.load.LoadProcess;
import dev.cobnut.lab.measurement.Run;
import dev.cobnut.lab.plan.SessionPlan;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Objects;
import java.util.stream.DoubleStream;
import org.jspecify.annotations.Nullable;

/// Decides when a warm-up has reached the plan's steady state. For use by one thread.
final class SteadyState {

    static final int SLICE_SECONDS = 10;
    private static final int SLICES = 3;

    private final SessionPlan.Steady limits;
    private final List<Run.Slice> slices = new ArrayList<>();
    private LoadProcess.Progress begun;

    /// @param begun progress of the load when it reached the full rate
    SteadyState(SessionPlan.Steady limits, LoadProcess.Progress begun) {
        this.limits = limits;
        this.begun = begun;
    }

    /// True when the current slice has its length.
    boolean isSliceFull(int seconds) {
        return seconds - begun.seconds() >= SLICE_SECONDS;
    }

    /// Ends the current slice.
    void slice(LoadProcess.Progress now, @Nullable Double compilerShare) {
        slices.add(
                new Run.Slice(
                        compilerShare,
                        (double) (now.answers() - begun.answers())
                                / (now.seconds() - begun.seconds())));
        begun = now;
    }

    List<Run.Slice> slices() {
        return List.copyOf(slices);
    }

    boolean isReached() {
        if (slices.size() < SLICES) {
            return false;
        }
        List<Run.Slice> last = slices.subList(slices.size() - SLICES, slices.size());
        DoubleSummaryStatistics answers =
                last.stream().mapToDouble(Run.Slice::perSecond).summaryStatistics();
        DoubleSummaryStatistics compiler =
                last.stream()
                        .map(Run.Slice::compilerShare)
                        .filter(Objects::nonNull)
                        .flatMapToDouble(DoubleStream::of)
                        .summaryStatistics();
        boolean compiles =
                compiler.getCount() > 0
                        && (compiler.getMax() > limits.compilerShare()
                                || compiler.getMax() - compiler.getMin() > limits.change());
        return !compiles
                && answers.getMin() > 0
                && answers.getMax() - answers.getMin() <= limits.change() * answers.getAverage();
    }
}
