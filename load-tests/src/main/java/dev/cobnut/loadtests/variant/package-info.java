/// Variants of the service that sessions compare: plug-ins for its class path, in a jar each
/// (`target/plugins/<name>.jar`), never part of the product.
///
/// | jar | what it does to the service |
/// |---|---|
/// | `scanning-outbox` | no index; a poll takes every pending entry out of the map and sorts in Java; entries are counted by their values |
/// | `paging-outbox` | both indexes; a poll is a `PagingPredicate` over all pending entries; entries are counted by their keys |
/// | `fixed-polling` | the outbox is polled and counted at a fixed interval, whether or not there is something |
/// | `slow-sink` | the last stage of the delivery takes at most so many events per second; `POST /actuator/sink` sets it |
/// | `planted-slowdown` | each request burns so many microseconds of CPU |
@NullMarked
package dev.cobnut.loadtests.variant;

import org.jspecify.annotations.NullMarked;
