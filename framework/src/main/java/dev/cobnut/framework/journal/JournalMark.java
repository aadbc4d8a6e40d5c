package dev.cobnut.framework.journal;

import dev.cobnut.framework.event.RecordedEvent;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// A place in the journal through which somebody has read. It names the event there. After a
/// failover that lost events, another event may be at the position, and then the mark is not in the
/// journal any more.
///
/// @param position 0 before the first event
/// @param event id of the event at the position; null exactly at 0
public record JournalMark(long position, @Nullable UUID event) {

    /// Before the first event.
    public static final JournalMark BEGINNING = new JournalMark(0, null);

    public JournalMark {
        if (position < 0 || (position == 0) != (event == null)) {
            throw new IllegalArgumentException(
                    "a mark is a position and the id of the event there, or 0 and none, not "
                            + position
                            + " and "
                            + event);
        }
    }

    public static JournalMark at(RecordedEvent event) {
        return new JournalMark(event.position(), event.id());
    }
}
