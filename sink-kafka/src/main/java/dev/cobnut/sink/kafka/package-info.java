/// Sends committed events to a Kafka topic: one record per event, a CloudEvent in JSON.
///
/// ```text
/// EventHandler contract ──▶ KafkaSink ──▶ record: key = stream, value = application/cloudevents+json
///   cursor, order, retry      │            headers content-type, ce_type, ce_id …, time of the event
///   and parking per stream    │
///                             └── acknowledged by all: handled · not there: pause · refused: park
/// ```
///
/// [KafkaSink] is the door. What it promises, it has from [dev.cobnut.framework.handler]: at least
/// once, and in order within a stream. The connection is Spring Kafka's.
@NullMarked
package dev.cobnut.sink.kafka;

import org.jspecify.annotations.NullMarked;
