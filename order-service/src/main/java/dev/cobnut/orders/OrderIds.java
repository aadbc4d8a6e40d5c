package dev.cobnut.orders;

import java.util.UUID;

/// Makes the ids of new orders. Thread-safe.
@FunctionalInterface
public interface OrderIds {

    /// A fresh UUIDv7.
    UUID next();
}
