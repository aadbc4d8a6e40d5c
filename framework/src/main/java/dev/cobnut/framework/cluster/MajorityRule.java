package dev.cobnut.framework.cluster;

import com.hazelcast.cluster.Member;
import com.hazelcast.splitbrainprotection.SplitBrainProtectionFunction;
import java.util.Collection;

/// Whether maps may be written: while a member sees the majority, and before it has seen it for the
/// first time. Until then nobody is served and nothing is delivered ([Majority]), but Hazelcast
/// creates the indexes of its maps, which counts as a write.
final class MajorityRule implements SplitBrainProtectionFunction {

    private final int majority;
    private volatile boolean seen;

    MajorityRule(int majority) {
        this.majority = majority;
    }

    @Override
    public boolean apply(Collection<Member> members) {
        boolean now = members.size() >= majority;
        seen = seen || now;
        return now || !seen;
    }
}
