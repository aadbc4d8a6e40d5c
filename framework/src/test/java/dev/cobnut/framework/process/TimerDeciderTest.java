package dev.cobnut.framework.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cobnut.framework.command.Decision;
import dev.cobnut.framework.event.Payload;
import dev.cobnut.framework.process.TimerCommand.CancelTimer;
import dev.cobnut.framework.process.TimerCommand.FireTimer;
import dev.cobnut.framework.process.TimerCommand.SetTimer;
import dev.cobnut.framework.process.TimerEvent.TimerCancelled;
import dev.cobnut.framework.process.TimerEvent.TimerDue;
import dev.cobnut.framework.process.TimerEvent.TimerSet;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class TimerDeciderTest {

    private static final Instant DUE = Instant.parse("2026-11-23T12:30:00Z");
    private static final long DUE_MICROS = TimerRow.dueMicros(DUE);

    private final TimerDecider decider = new TimerDecider("loan-desk");
    private @Nullable Timers state;

    private static TimerSet timer(String name, long position) {
        return new TimerSet(name, DUE_MICROS, position, "copy-7", 3, "NoteOverdue");
    }

    private List<TimerEvent> after(TimerCommand command) {
        return after(command, DUE);
    }

    private List<TimerEvent> after(TimerCommand command, Instant now) {
        return switch (decider.decide(state, command, now)) {
            case Decision.Accepted<TimerEvent>(var events) -> {
                events.forEach(event -> state = decider.evolve(state, event));
                yield events;
            }
            case Decision.Missing<TimerEvent>() -> throw new AssertionError("missing");
            case Decision.Refused<TimerEvent>(var refusal) -> throw new AssertionError(refusal);
        };
    }

    @Test
    void aTimerFiresOnce() {
        assertThat(after(new SetTimer(timer("overdue", 7)))).hasSize(1);
        assertThat(after(new SetTimer(timer("overdue", 7)))).isEmpty();
        assertThat(after(new FireTimer("overdue", 7)))
                .containsExactly(new TimerDue("overdue", "copy-7", 3, "NoteOverdue"));
        assertThat(after(new FireTimer("overdue", 7))).isEmpty();
        assertThat(after(new SetTimer(timer("overdue", 7)))).isEmpty();
    }

    @Test
    void aTimerIsRefusedBeforeItsTimeByTheClockOfWhoeverDecides() {
        after(new SetTimer(timer("overdue", 7)));

        assertThat(decider.decide(state, new FireTimer("overdue", 7), DUE.minusNanos(1)))
                .isInstanceOf(Decision.Refused.class);
        assertThat(after(new FireTimer("overdue", 7), DUE)).hasSize(1);
    }

    @Test
    void aTimeBetweenTwoMicrosecondsIsRoundedUp() {
        assertThat(TimerRow.dueMicros(DUE.plusNanos(1))).isEqualTo(DUE_MICROS + 1);
        assertThat(TimerRow.dueMicros(Instant.EPOCH.minusNanos(1))).isEqualTo(0);
    }

    @Test
    void aCancellationThatIsHandledBeforeTheEarlierSettingWins() {
        assertThat(after(new CancelTimer("overdue", 9))).hasSize(1);
        assertThat(after(new SetTimer(timer("overdue", 7)))).isEmpty();
        assertThat(after(new SetTimer(timer("overdue", 11)))).hasSize(1);
    }

    @Test
    void aCancellationThatIsHandledAfterALaterSettingChangesNothing() {
        after(new SetTimer(timer("overdue", 11)));

        assertThat(after(new CancelTimer("overdue", 9))).isEmpty();
        assertThat(after(new FireTimer("overdue", 11))).hasSize(1);
    }

    @Test
    void aLaterSettingReplacesATimerAndTheOldOneFiresNoMore() {
        after(new SetTimer(timer("overdue", 7)));
        after(new SetTimer(timer("overdue", 8)));

        assertThat(after(new FireTimer("overdue", 7))).isEmpty();
        assertThat(after(new FireTimer("overdue", 8))).hasSize(1);
    }

    @Test
    void anInstanceHasALimitedNumberOfNames() {
        IntStream.range(0, TimerDecider.NAMES_MAX)
                .forEach(i -> after(new SetTimer(timer("t" + i, i + 1))));

        assertThat(decider.decide(state, new SetTimer(timer("one-more", 2_000)), DUE))
                .isInstanceOf(Decision.Refused.class);
        assertThat(after(new SetTimer(timer("t0", 2_001)))).hasSize(1);
    }

    @Test
    void rowsOfTheIndexAreOrderedByTheirTimes() {
        TimerRow early = new TimerRow(DUE_MICROS, 9, "overdue", "7");
        TimerRow late = new TimerRow(DUE_MICROS + 1, 8, "overdue", "with-a/slash");

        assertThat(early.item()).isGreaterThan(late.item());
        assertThat(TimerRow.ofItem(early.item())).isEqualTo(early);
        assertThat(TimerRow.ofItem(late.item())).isEqualTo(late);
    }

    /// The journal has these names and shapes for ever.
    @Test
    void theStoredFormStays() {
        assertThat(stored(timer("overdue", 7)))
                .isEqualTo(
                        "TimerSet 1 {\"timer\":\"overdue\",\"dueMicros\":1795437000000000,\"position\":7,"
                                + "\"stream\":\"copy-7\",\"version\":3,\"step\":\"NoteOverdue\"}");
        assertThat(stored(new TimerCancelled("overdue", 8)))
                .isEqualTo("TimerCancelled 1 {\"timer\":\"overdue\",\"position\":8}");
        assertThat(stored(new TimerDue("overdue", "copy-7", 3, "NoteOverdue")))
                .isEqualTo(
                        "TimerDue 1 {\"timer\":\"overdue\",\"stream\":\"copy-7\",\"version\":3,\"step\":\"NoteOverdue\"}");
        assertThat(decider.category()).isEqualTo("process.loan_desk");
    }

    private String stored(TimerEvent event) {
        Payload payload = decider.codec().encode(event);
        return decider.codec().type(event)
                + " "
                + decider.codec().schemaVersion(event)
                + " "
                + new String(payload.bytes(), java.nio.charset.StandardCharsets.UTF_8);
    }
}
