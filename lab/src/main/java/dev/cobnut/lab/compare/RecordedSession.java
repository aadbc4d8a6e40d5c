package dev.cobnut.lab.compare;

import dev.cobnut.lab.measurement.Run;
import dev.cobnut.lab.plan.SessionPlan;
import dev.cobnut.lab.stacks.ProfileEvent;
import dev.cobnut.lab.stacks.StackTable;
import dev.cobnut.lab.stacks.Subsystems;
import java.util.List;
import java.util.Map;

/// A recorded session.
///
/// @param subsystems the patterns that the plan names
/// @param stacks by window, then by event; absent where nothing was profiled
public record RecordedSession(
        SessionPlan plan,
        Subsystems subsystems,
        List<Run> runs,
        Map<String, Map<ProfileEvent, StackTable>> stacks) {

    /// The same session with other runs, or with another assignment of runs to variants.
    public RecordedSession withRuns(List<Run> others) {
        return new RecordedSession(plan, subsystems, others, stacks);
    }

    /// The runs of one variant in their order.
    public List<Run> runs(String variant) {
        return runs.stream().filter(run -> run.variant().equals(variant)).toList();
    }

    /// True when A and B are identical. Every difference between them is then noise.
    public boolean isSameVariants() {
        return unnamed("A").equals(unnamed("B"))
                && runs("A").stream()
                        .allMatch(a ->
                                runs("B").stream().allMatch(b -> a.commit().equals(b.commit())));
    }

    private SessionPlan.Variant unnamed(String id) {
        SessionPlan.Variant variant = plan.variants().get(id);
        if (variant == null) {
            throw new IllegalArgumentException("The plan has no variant " + id + ".");
        }
        return new SessionPlan.Variant(
                "",
                variant.ref(),
                variant.plugins(),
                variant.arguments(),
                variant.jvm(),
                variant.profile());
    }
}
