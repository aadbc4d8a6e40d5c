package dev.cobnut.framework.jet;

import com.hazelcast.cluster.Address;
import com.hazelcast.function.FunctionEx;
import com.hazelcast.jet.core.ProcessorMetaSupplier;
import com.hazelcast.jet.core.ProcessorSupplier;
import com.hazelcast.jet.core.processor.Processors;
import java.util.List;

/// Gives the work of a stage to one member, and nothing to do to all others.
///
/// Jet sends each job to all members, as serialized objects, and a member that cannot read them
/// makes the job fail everywhere. So the part of the other members consists of Hazelcast's classes
/// only, whose stages end at once. Members of two versions of our classes run their jobs side by
/// side.
///
/// @param member the member's address as text, because an [Address] is not serializable
public record OnOneMember(String member, ProcessorSupplier work) implements ProcessorMetaSupplier {

    @Override
    public FunctionEx<? super Address, ? extends ProcessorSupplier> get(List<Address> addresses) {
        return address ->
                address.toString().equals(member) ? work : ProcessorSupplier.of(Processors.noopP());
    }
}
