package dev.cobnut.lab.machine;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/// Watches who else wants the processors, from [#start] to [#stop].
///
/// The best sign is the time that processes other than ours used: all busy time of `/proc/stat`
/// less that of our processes. A process of ours that ends in between counts until it was last
/// looked at, see [#look].
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

    /// @param processes ids of the service and the generator; this process is ours as well
    public static MachineWatch start(Set<Long> processes) throws IOException {
        Set<Long> ours = new TreeSet<>(processes);
        ours.add(ProcessHandle.current().pid());
        return new MachineWatch(ours, MachineMoment.now(ours));
    }

    /// Takes note of what our processes used, for one of them may end.
    public void look() throws IOException {
        last = MachineMoment.now(ours);
        oursUntil.putAll(last.ticksOf());
    }

    /// What was seen since the start. May be called again later, which extends the time.
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
