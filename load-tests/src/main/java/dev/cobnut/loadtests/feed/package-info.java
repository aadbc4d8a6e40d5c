/// Clients of the live feed under load: what they must see, and what they saw.
///
/// ```text
/// OrderSender ─▶ service ─▶ FeedReader        FeedRun lets readers fall, kills the service, opens
///      └──── FeedLedger ◀──────┘              readers that do not read, and idle ones
/// ```
///
/// [FeedLedger] compares the answers to commands with what each reader received: no version of an
/// order is missing, none comes twice, and all are in order.
@NullMarked
package dev.cobnut.loadtests.feed;

import org.jspecify.annotations.NullMarked;
