package dev.cobnut.loadtests.compare;

import dev.cobnut.loadtests.measurement.Run;
import dev.cobnut.loadtests.plan.SessionPlan;
import dev.cobnut.loadtests.stacks.ProfileEvent;
import dev.cobnut.loadtests.stacks.StackTable;
import java.util.List;
import java.util.Map;

/// A session as it was recorded.
///
/// @param stacks by window, then by event; absent where nothing was profiled
public record RecordedSession(
        SessionPlan plan, List<Run> runs, Map<String, Map<ProfileEvent, StackTable>> stacks) {}
