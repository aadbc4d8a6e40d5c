package dev.cobnut.framework.journal;

import dev.cobnut.framework.event.StreamId;
import java.util.Collection;
import java.util.Set;

/// A change of the parked streams on its way through the writer's queue. The writer sets the
/// outcome before it completes the publication that carries the change.
sealed interface ParkingChange {

    final class Park implements ParkingChange {

        final Collection<ParkedStream> streams;

        /// Those of the streams that are parked afterwards.
        Set<StreamId> parked = Set.of();

        Park(Collection<ParkedStream> streams) {
            this.streams = streams;
        }
    }

    final class Unpark implements ParkingChange {

        final StreamId stream;

        /// Number of events that may be delivered again.
        long events;

        Unpark(StreamId stream) {
            this.stream = stream;
        }
    }
}
