package dev.cobnut.lab.machine;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/// Observes the activity of other processes from [#start] to [#stop].
///
/// The main figure is the CPU time of processes other than ours: the busy time of `/proc/stat`
/// minus the time of our processes. The time of our own process that ends in between counts up to
/// the last call of [#look].
public final class MachineWatch {

    private final Set<Long> ours;
    private final MachineMoment start;
    private MachineMoment last;
    private final Map<Long, Long> oursUntil;

    private MachineWatch(Set<Long> ours, MachineMoment start) {
        this.ours = ours;
        this.start = start;
        this.last = start;
        this.oursUntil = new HashMap<>(start.ticksOf());
    }

    /// @param processes ids of the service and the generator; this process is included as well
    public static MachineWatch start(Set<Long> processes) throws IOException {
        Set<Long> ours = new TreeSet<>(processes);
        ours.add(ProcessHandle.current().pid());
        return new MachineWatch(ours, MachineMoment.now(ours));
    }

    /// Records the CPU time of our processes, because one of them may end.
    public void look() throws IOException {
        last = MachineMoment.now(ours);
        oursUntil.putAll(last.ticksOf());
    }

    /// The report since the start. A later call extends the time.
    public MachineReport stop() throws IOException {
        look();
        long ticks =
                oursUntil.entrySet().stream()
                        .mapToLong(entry ->
                                entry.getValue() - start.ticksOf().getOrDefault(entry.getKey(), 0L))
                        .sum();
        return MachineReport.between(start, last, ticks);
    }
}
