package dev.cobnut.framework.journal;

/// How far a consumer is.
///
/// @param registered the journal's last position when the consumer was registered. Later events are
///   delivered to it, or recorded as missed
/// @param built streams that began up to this position are caught up
/// @param answers true when its lookups answer already: an older version of Cobnut, which knew no
///   consumers, has filled them
/// @param isKeeper true when this member catches up for it now
public record ConsumerState(
        Consumer consumer, long registered, long built, boolean answers, boolean isKeeper) {

    /// True when the streams from before its registration are caught up.
    public boolean isBuilt() {
        return built >= registered;
    }
}
