package dev.cobnut.framework.feed;

import java.time.Duration;

/// Limits of the feed.
///
/// @param connectionsMax most clients at the same time
/// @param connectionsPerCallerMax most clients of one caller, when callers are known
/// @param bufferEvents most events that wait for one client
/// @param bufferBytes most bytes that wait for one client; a single larger event fits
/// @param bufferedBytes most bytes that wait for all clients
/// @param windowEvents most of the last events in memory, for clients that resume
/// @param windowBytes most bytes of those
/// @param catchUpsMax most clients that read old events from the journal at the same time
/// @param pace shortest time between two turns of a client; what comes meanwhile is sent together
/// @param heartbeat time without an event after which a client is written to
/// @param writeTimeMax longest time to write a part of 16 KiB to a client
/// @param connectionTimeMax time after which a client has to connect again
public record FeedSettings(
        int connectionsMax,
        int connectionsPerCallerMax,
        int bufferEvents,
        long bufferBytes,
        long bufferedBytes,
        int windowEvents,
        long windowBytes,
        int catchUpsMax,
        Duration pace,
        Duration heartbeat,
        Duration writeTimeMax,
        Duration connectionTimeMax) {

    private static final long BYTES_LEAST = 1_024;
    private static final Duration SECOND = Duration.ofSeconds(1);

    /// The message of a failure begins with the name of the setting.
    public FeedSettings {
        require("connectionsMax", connectionsMax, 1, 100_000);
        require("connectionsPerCallerMax", connectionsPerCallerMax, 1, 100_000);
        require("bufferEvents", bufferEvents, 1, 1_000_000);
        require("bufferBytes", bufferBytes, BYTES_LEAST, Integer.MAX_VALUE);
        require("bufferedBytes", bufferedBytes, bufferBytes, Long.MAX_VALUE);
        require("windowEvents", windowEvents, 1, 1_000_000);
        require("windowBytes", windowBytes, BYTES_LEAST, Integer.MAX_VALUE);
        require("catchUpsMax", catchUpsMax, 1, 1_000);
        require("pace", pace, Duration.ZERO, SECOND);
        require("heartbeat", heartbeat, Duration.ofMillis(100), Duration.ofMinutes(5));
        require("writeTimeMax", writeTimeMax, Duration.ofMillis(100), Duration.ofMinutes(10));
        require("connectionTimeMax", connectionTimeMax, SECOND, Duration.ofDays(7));
    }

    private static void require(String name, long value, long least, long most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(
                    "%s must be from %d to %d, but was %d".formatted(name, least, most, value));
        }
    }

    private static void require(String name, Duration value, Duration least, Duration most) {
        if (value.compareTo(least) < 0 || value.compareTo(most) > 0) {
            throw new IllegalArgumentException(
                    "%s must be from %d to %d ms, but was %d ms"
                            .formatted(name, least.toMillis(), most.toMillis(), value.toMillis()));
        }
    }
}
