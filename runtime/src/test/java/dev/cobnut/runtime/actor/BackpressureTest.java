package dev.cobnut.runtime.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cobnut.runtime.mailbox.Backpressure;
import dev.cobnut.runtime.mailbox.MailboxKind;
import dev.cobnut.runtime.mailbox.TellResult;
import dev.cobnut.runtime.scheduler.Dispatcher;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/// A mailbox with room for two messages, and an actor that runs when the test lets it.
class BackpressureTest extends ActorContract {

    @Override
    Dispatcher dispatcher() {
        return Dispatcher.virtual();
    }

    private ActorCell<TextMessage> held(MailboxSpec mailbox) {
        ActorCell<TextMessage> cell =
                (ActorCell<TextMessage>)
                        system.spawn(
                                ActorSpec.of(() -> TextMessage.writing(log)).withMailbox(mailbox));
        assertThat(cell.claim()).isTrue();
        return cell;
    }

    private static void run(ActorCell<TextMessage> cell) {
        while (cell.run()) {
            Thread.onSpinWait();
        }
    }

    private static List<TellResult> tell(ActorCell<TextMessage> cell, String... texts) {
        List<TellResult> results = new ArrayList<>();
        for (String text : texts) {
            results.add(cell.tell(TextMessage.text(text)));
        }
        return results;
    }

    @Test
    void rejectTellsTheSender() {
        ActorCell<TextMessage> cell = held(MailboxSpec.of(MailboxKind.MPSC, 2));
        assertThat(tell(cell, "a", "b", "c"))
                .containsExactly(TellResult.ACCEPTED, TellResult.ACCEPTED, TellResult.REJECTED);
        run(cell);
        assertThat(log.lines).containsExactly("(started)", "a", "b");
        assertThat(system.metrics().rejected()).isEqualTo(1);
        assertThat(system.metrics().handled()).isEqualTo(2);
        assertThat(log.letters).isEmpty();
    }

    @Test
    void dropNewestGivesTheMessageToTheDeadLetters() {
        ActorCell<TextMessage> cell =
                held(
                        MailboxSpec.of(MailboxKind.MPSC_ARRAY, 2)
                                .withBackpressure(new Backpressure.DropNewest()));
        assertThat(tell(cell, "a", "b", "c")).endsWith(TellResult.DROPPED);
        run(cell);
        assertThat(log.lines).containsExactly("(started)", "a", "b");
        assertThat(log.letters)
                .containsExactly(
                        new DeadLetter(
                                cell, TextMessage.text("c"), new DeadLetter.Cause.Dropped()));
        assertThat(system.metrics().dropped()).isEqualTo(1);
    }

    @Test
    void dropOldestMakesRoomForTheNewest() {
        ActorCell<TextMessage> cell =
                held(
                        MailboxSpec.of(MailboxKind.LINKED, 2)
                                .withBackpressure(new Backpressure.DropOldest()));
        assertThat(tell(cell, "a", "b", "c")).endsWith(TellResult.ACCEPTED_OLDEST_DROPPED);
        run(cell);
        assertThat(log.lines).containsExactly("(started)", "b", "c");
        assertThat(log.letters)
                .containsExactly(
                        new DeadLetter(
                                cell, TextMessage.text("a"), new DeadLetter.Cause.Dropped()));
        assertThat(system.metrics().dropped()).isEqualTo(1);
    }

    @Test
    void onlyALinkedMailboxCanDropItsOldestMessage() {
        assertThatThrownBy(() ->
                        MailboxSpec.of(MailboxKind.MPSC, 2)
                                .withBackpressure(new Backpressure.DropOldest()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("only a LINKED mailbox can drop its oldest message");
    }

    @Test
    void blockWaitsForRoom() {
        ActorCell<TextMessage> cell =
                held(
                        MailboxSpec.of(MailboxKind.MPSC, 2)
                                .withBackpressure(new Backpressure.Block(SOON)));
        tell(cell, "a", "b");
        CompletableFuture<TellResult> third = new CompletableFuture<>();
        Thread sender =
                Thread.startVirtualThread(() -> third.complete(cell.tell(TextMessage.text("c"))));
        await().until(() -> sender.getState() == Thread.State.TIMED_WAITING);
        run(cell);
        assertThat(third).succeedsWithin(SOON).isEqualTo(TellResult.ACCEPTED);
        assertThat(log.awaitLines(4)).containsExactly("(started)", "a", "b", "c");
    }

    @Test
    void blockGivesUpAtTheDeadlineOrWhenTheActorStops() {
        ActorCell<TextMessage> impatient =
                held(
                        MailboxSpec.of(MailboxKind.MPSC, 1)
                                .withBackpressure(new Backpressure.Block(Duration.ofMillis(5))));
        assertThat(tell(impatient, "a", "b"))
                .containsExactly(TellResult.ACCEPTED, TellResult.TIMED_OUT);
        assertThat(system.metrics().blockedTooLong()).isEqualTo(1);
        run(impatient);

        ActorCell<TextMessage> stopping =
                held(
                        MailboxSpec.of(MailboxKind.MPSC, 1)
                                .withBackpressure(new Backpressure.Block(SOON)));
        tell(stopping, "a");
        CompletableFuture<TellResult> second = new CompletableFuture<>();
        Thread sender =
                Thread.startVirtualThread(
                        () -> second.complete(stopping.tell(TextMessage.text("b"))));
        await().until(() -> sender.getState() == Thread.State.TIMED_WAITING);
        stopping.stop();
        assertThat(second).succeedsWithin(SOON).isEqualTo(TellResult.CLOSED);
        run(stopping);
    }

    @Test
    void anActorThatTellsItselfDoesNotWaitForItself() {
        ActorRef<TextMessage> actor =
                system.spawn(
                        ActorSpec.<TextMessage>of(() ->
                                        (context, _) -> {
                                            for (int i = 0; i < 3; i++) {
                                                log.add(
                                                        context.self()
                                                                .tell(TextMessage.text("m"))
                                                                .name());
                                            }
                                            return Behavior.stopped();
                                        })
                                .withMailbox(
                                        MailboxSpec.of(MailboxKind.MPSC, 2)
                                                .withBackpressure(new Backpressure.Block(SOON))));
        actor.tell(TextMessage.text("go"));
        assertThat(actor.termination()).succeedsWithin(SOON);
        assertThat(log.lines).containsExactly("ACCEPTED", "ACCEPTED", "REJECTED");
    }

    @Test
    void theListenerHearsHighAndLowInTurns() {
        MailboxSpec.Watermarks.Listener listener =
                new MailboxSpec.Watermarks.Listener() {
                    @Override
                    public void high(ActorRef<?> actor, int depth) {
                        log.add("high " + depth);
                    }

                    @Override
                    public void low(ActorRef<?> actor, int depth) {
                        log.add("low " + depth);
                    }
                };
        ActorCell<TextMessage> cell =
                held(MailboxSpec.of(MailboxKind.MPSC, 10).withWatermarks(3, 1, listener));
        tell(cell, "a", "b", "c", "d");
        assertThat(log.lines).containsExactly("high 3");
        run(cell);
        assertThat(log.lines).containsExactly("high 3", "(started)", "a", "b", "c", "d", "low 0");
        assertThat(cell.claim()).isTrue();
        tell(cell, "e", "f", "g");
        run(cell);
        assertThat(log.lines.subList(7, 12)).containsExactly("high 3", "e", "f", "g", "low 0");
    }

    @Test
    void aListenerThatThrowsIsCountedAndChangesNothing() {
        MailboxSpec.Watermarks.Listener broken =
                new MailboxSpec.Watermarks.Listener() {
                    @Override
                    public void high(ActorRef<?> actor, int depth) {
                        throw new IllegalStateException("broken");
                    }

                    @Override
                    public void low(ActorRef<?> actor, int depth) {
                        throw new IllegalStateException("broken");
                    }
                };
        ActorCell<TextMessage> cell =
                held(MailboxSpec.of(MailboxKind.MPSC, 10).withWatermarks(1, 0, broken));
        assertThat(tell(cell, "a")).containsExactly(TellResult.ACCEPTED);
        run(cell);
        assertThat(system.metrics().observerErrors()).isEqualTo(2);
        assertThat(log.lines).containsExactly("(started)", "a");
    }
}
