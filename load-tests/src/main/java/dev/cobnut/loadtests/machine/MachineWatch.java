package dev.cobnut.loadtests.machine;

import java.io.IOException;
import java.util.List;
import java.util.Set;

/// Watches who else wanted the processors while something was measured.
@SuppressWarnings("DoNotCallSuggester")
public final class MachineWatch {

    private MachineWatch() {}

    /// @param ours process ids of the service and the generator; this process is ours as well
    public static MachineWatch start(Set<Long> ours) throws IOException {
        throw new UnsupportedOperationException(ours.toString());
    }

    /// @return why the figures are doubtful, one sentence each; empty when they are not
    public List<String> stop() throws IOException {
        throw new UnsupportedOperationException();
    }
}
