package dev.cobnut.framework.eventstore;

import dev.cobnut.framework.maps.BulkOperations;

/// Streams whose copies are written together, however few there are.
class BulkEventStoreTest extends EventStoreTest {

    @Override
    BulkOperations bulk() {
        return new BulkOperations(1);
    }
}
