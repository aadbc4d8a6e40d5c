package dev.cobnut.framework.journal;

import java.util.List;

/// Is told of every group after its commit, and completes its requests. Called from the journal's
/// writer thread, which writes nothing else in the meantime: waiting here slows every append, which
/// is the wanted backpressure.
@FunctionalInterface
public interface GroupListener {

    /// @param group in the order of their positions; `outcomes` has the same length and order
    void written(List<AppendRequest> group, List<AppendResult> outcomes);

    /// Completes the requests and does nothing else.
    static GroupListener completing() {
        return (group, outcomes) -> {
            for (int i = 0; i < group.size(); i++) {
                group.get(i).result().complete(outcomes.get(i));
            }
        };
    }
}
