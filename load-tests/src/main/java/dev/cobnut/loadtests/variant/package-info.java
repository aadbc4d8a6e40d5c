/// Variants of the service that sessions compare. They are plug-ins for its class path, each in its
/// own jar (`target/plugins/<name>.jar`), and not part of the product.
///
/// | jar | effect on the service |
/// |---|---|
/// | `scanning-outbox` | no index; a poll fetches every pending entry from the map and sorts in Java; entries are counted by their values |
/// | `paging-outbox` | both indexes; a poll is a `PagingPredicate` over all pending entries; entries are counted by their keys |
/// | `fixed-polling` | the outbox is polled and counted at a fixed interval, even when it is empty |
/// | `slow-sink` | the last stage of the delivery takes a limited number of events per second; `POST /actuator/sink` sets the limit |
/// | `planted-slowdown` | each request burns a set number of microseconds of CPU |
@NullMarked
package dev.cobnut.loadtests.variant;

import org.jspecify.annotations.NullMarked;
