package dev.cobnut.framework.delivery;

import java.util.List;

/// What travels through the pipeline: units of different streams. Stays on its member and is never
/// serialized.
record DeliveryPage(List<DeliveryUnit> units) {}
