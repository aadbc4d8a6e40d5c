package dev.cobnut.framework.outbox;

/// Limits of the outbox map.
///
/// @param entriesMax most entries; further events wait in the journal
/// @param bytesMax most bytes of the heap that the entries take on one member
/// @param refillMax most events that one step reads from the journal
public record OutboxLimits(int entriesMax, long bytesMax, int refillMax) {

    /// Share of the heap that is the default of `bytesMax`: one in so many bytes.
    private static final int HEAP_DIVISOR = 16;

    /// With a share of the heap as the limit of bytes.
    public OutboxLimits(int entriesMax, int refillMax) {
        this(entriesMax, Runtime.getRuntime().maxMemory() / HEAP_DIVISOR, refillMax);
    }
}
