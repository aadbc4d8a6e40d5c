package dev.cobnut.framework.outbox;

import java.util.List;

/// What travels through the pipeline: units of different streams. Stays on its member and is never
/// serialized.
public record DeliveryPage(List<DeliveryUnit> units) {}
