package dev.cobnut.framework.journal;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/// A clock that tests move, also backwards.
final class AdjustableClock implements InstantSource {

    private volatile Instant now = Instant.parse("2026-03-01T12:00:00Z");

    @Override
    public Instant instant() {
        return now;
    }

    void move(Duration by) {
        now = now.plus(by);
    }
}
