package dev.cobnut.framework.process;

import dev.cobnut.framework.command.Decider;
import dev.cobnut.framework.command.Decision;
import dev.cobnut.framework.event.EventCodec;
import dev.cobnut.framework.event.JsonEventCodec;
import dev.cobnut.framework.process.TimerCommand.CancelTimer;
import dev.cobnut.framework.process.TimerCommand.FireTimer;
import dev.cobnut.framework.process.TimerCommand.SetTimer;
import dev.cobnut.framework.process.TimerEvent.TimerCancelled;
import dev.cobnut.framework.process.TimerEvent.TimerDue;
import dev.cobnut.framework.process.TimerEvent.TimerSet;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/// The rules of the timers of an instance. Setting and cancelling are ordered by the positions of
/// the events that ask for them, so a repetition and an event that comes late change nothing. A
/// timer that fires was pending, so it fires once, and a cancellation before it wins.
final class TimerDecider implements Decider<Timers, TimerCommand, TimerEvent> {

    /// Most names of timers of one instance.
    static final int NAMES_MAX = 1_000;

    /// The timer's time has not come by the clock of the member that decides.
    static final String EARLY = "timer-early";

    private final String category;
    private final EventCodec<TimerEvent> codec =
            JsonEventCodec.of(TimerEvent.class, JsonMapper.shared());

    /// @param process its name
    TimerDecider(String process) {
        this.category = category(process);
    }

    /// The category of the streams of a process's instances.
    static String category(String process) {
        return "process." + process.replace('-', '_');
    }

    @Override
    public String category() {
        return category;
    }

    @Override
    public EventCodec<TimerEvent> codec() {
        return codec;
    }

    @Override
    public Decision<TimerEvent> decide(@Nullable Timers state, TimerCommand command, Instant now) {
        Timers timers = Objects.requireNonNullElse(state, Timers.NONE);
        return switch (command) {
            case SetTimer(var timer) when !timers.isNews(timer.timer(), timer.position()) ->
                    Decision.accepted();
            case SetTimer(var timer)
                    when timers.find(timer.timer()) == null
                            && timers.byName().size() >= NAMES_MAX ->
                    Decision.refused(
                            "too-many-timers",
                            "The instance has timers of "
                                    + NAMES_MAX
                                    + " names, the most that it may; use the same names again, or"
                                    + " further instances.");
            case SetTimer(var timer) -> Decision.accepted(timer);
            case CancelTimer(var timer, var position) when timers.isNews(timer, position) ->
                    Decision.accepted(new TimerCancelled(timer, position));
            case CancelTimer _ -> Decision.accepted();
            case FireTimer(var timer, var position) -> fire(timers.find(timer), position, now);
        };
    }

    private static Decision<TimerEvent> fire(
            Timers.@Nullable Timer timer, long position, Instant now) {
        TimerSet pending = timer == null ? null : timer.pending();
        if (pending == null || pending.position() != position) {
            return Decision.accepted();
        }
        return TimerRow.micros(now) < pending.dueMicros()
                ? Decision.refused(EARLY, "The timer is not due yet.")
                : Decision.accepted(
                        new TimerDue(
                                pending.timer(),
                                pending.stream(),
                                pending.version(),
                                pending.step()));
    }

    @Override
    public Timers evolve(@Nullable Timers state, TimerEvent event) {
        return Objects.requireNonNullElse(state, Timers.NONE).after(event);
    }
}
