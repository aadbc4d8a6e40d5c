package dev.cobnut.framework.autoconfigure;

import dev.cobnut.framework.autoconfigure.domain.BoundaryGateways;
import dev.cobnut.framework.autoconfigure.domain.DomainCodecs;
import dev.cobnut.framework.boundary.JournalBoundaryGateway;
import dev.cobnut.framework.cluster.Majority;
import dev.cobnut.framework.event.TimeOrderedIds;
import dev.cobnut.framework.eventstore.EventStore;
import dev.cobnut.framework.journal.Journal;
import dev.cobnut.framework.topology.Topology;
import java.time.InstantSource;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.context.annotation.Bean;

/// Creates the gateways of boundaries.
@AutoConfiguration(after = CobnutAutoConfiguration.class)
public class CobnutBoundariesAutoConfiguration {

    @Bean
    BoundaryGateways boundaryGateways(
            EventStore streams,
            Journal journal,
            TimeOrderedIds ids,
            InstantSource clock,
            CobnutProperties properties,
            Topology topology,
            Majority majority,
            DomainCodecs codecs) {
        return new BoundaryGateways(boundary ->
                new JournalBoundaryGateway<>(
                        boundary,
                        streams,
                        journal,
                        ids,
                        clock,
                        topology.admission(majority),
                        properties.command().deadline(),
                        (stream, type) -> codecs.mayWrite(boundary, stream, type)));
    }
}
