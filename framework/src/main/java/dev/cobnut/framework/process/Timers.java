package dev.cobnut.framework.process;

import dev.cobnut.framework.process.TimerEvent.TimerCancelled;
import dev.cobnut.framework.process.TimerEvent.TimerDue;
import dev.cobnut.framework.process.TimerEvent.TimerSet;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The timers of an instance.
///
/// @param byName pending, cancelled and past ones
record Timers(Map<String, Timer> byName) {

    static final Timers NONE = new Timers(Map.of());

    /// The last thing that happened to the timers of a name.
    ///
    /// @param position of the last event that set or cancelled one
    /// @param pending the timer that waits; null when none does
    /// @param gone the timer that the last event replaced, cancelled or fired; null when none
    record Timer(long position, @Nullable TimerSet pending, @Nullable TimerSet gone) {}

    Timers {
        byName = Map.copyOf(byName);
    }

    @Nullable Timer find(String timer) {
        return byName.get(timer);
    }

    /// True when an event at a position comes after everything that was decided for a name.
    boolean isNews(String timer, long position) {
        Timer known = byName.get(timer);
        return known == null || known.position() < position;
    }

    Timers after(TimerEvent event) {
        Timer before = byName.get(event.timer());
        TimerSet gone = before == null ? null : before.pending();
        Timer next =
                switch (event) {
                    case TimerSet set -> new Timer(set.position(), set, gone);
                    case TimerCancelled(_, long position) -> new Timer(position, null, gone);
                    case TimerDue _ ->
                            new Timer(before == null ? 0 : before.position(), null, gone);
                };
        Map<String, Timer> all = new HashMap<>(byName);
        all.put(event.timer(), next);
        return new Timers(all);
    }
}
