package dev.cobnut.orders;

import java.util.UUID;

/// Where the ids of new orders come from. Thread-safe.
@FunctionalInterface
public interface OrderIds {

    /// A fresh UUIDv7.
    UUID next();
}
