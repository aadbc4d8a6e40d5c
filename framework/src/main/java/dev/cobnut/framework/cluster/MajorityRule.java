package dev.cobnut.framework.cluster;

import com.hazelcast.cluster.Member;
import com.hazelcast.splitbrainprotection.SplitBrainProtectionFunction;
import java.util.Collection;

/// Allows writes to maps while this member sees the majority, and also before it has seen the
/// majority for the first time. Before that, no command is taken and nothing is delivered
/// ([Majority]), but Hazelcast creates the indexes of its maps, which counts as a write.
final class MajorityRule implements SplitBrainProtectionFunction {

    private final int majority;
    private volatile boolean seenBefore;

    MajorityRule(int majority) {
        this.majority = majority;
    }

    @Override
    public boolean apply(Collection<Member> members) {
        boolean sees = members.size() >= majority;
        seenBefore = seenBefore || sees;
        return sees || !seenBefore;
    }
}
