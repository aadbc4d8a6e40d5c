package dev.cobnut.framework.delivery;

import java.util.List;

/// The item of the pipeline: units of different streams. It stays on its member and is never
/// serialized.
record DeliveryPage(List<DeliveryUnit> units) {}
