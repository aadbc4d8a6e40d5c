package dev.cobnut.framework.feed;

import dev.cobnut.framework.event.RecordedEvent;
import org.jspecify.annotations.Nullable;

/// What a service says about the events of its feed. An application declares one as a bean.
/// Thread-safe.
public interface FeedRules {

    /// The group that an event belongs to, for example its customer. It is asked once for each
    /// event, not for each client, and may read the journal.
    ///
    /// @return null when the event belongs to no group
    /// @throws dev.cobnut.framework.journal.JournalException when the journal does not answer.
    ///   After this and any other failure the event is read again, and no event overtakes it
    @Nullable String group(RecordedEvent event);

    /// What clients are sent. It is asked once for each event, and the bytes are shared.
    byte[] form(RecordedEvent event);
}
