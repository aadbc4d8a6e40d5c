package dev.cobnut.framework.journal;

import java.util.List;

/// Receives every group after its commit and completes its requests. The journal's writer thread
/// calls it and writes nothing in the meantime, so a slow listener slows every append. This is the
/// intended backpressure.
@FunctionalInterface
public interface GroupListener {

    /// @param group in the order of their positions; `outcomes` has the same length and order
    void written(List<AppendRequest> group, List<AppendResult> outcomes);

    /// Completes the requests and does nothing else.
    static GroupListener completing() {
        return (group, outcomes) -> {
            for (int i = 0; i < group.size(); i++) {
                group.get(i).answer(outcomes.get(i));
            }
        };
    }
}
