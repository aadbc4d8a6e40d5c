package dev.cobnut.runtime.actor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cobnut.runtime.actor.DeadLetter.Cause.ActorStopped;
import dev.cobnut.runtime.actor.DeadLetter.Cause.HandlerFailed;
import dev.cobnut.runtime.actor.Supervision.Directive;
import dev.cobnut.runtime.entity.AskResult;
import dev.cobnut.runtime.mailbox.TellResult;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/// The effects of a failure on an actor, its messages, its children and its parent.
abstract class SupervisionContract extends ActorContract {

    private final AtomicInteger lives = new AtomicInteger();

    /// Each new behaviour has a new number.
    private ActorRef<TextMessage> spawn(Supervision supervision) {
        return system.spawn(
                "actor",
                ActorSpec.of(() -> TextMessage.writing(log, lives.incrementAndGet() + ":"))
                        .withSupervision(supervision));
    }

    private static void tell(ActorRef<TextMessage> actor, String... texts) {
        for (String text : texts) {
            assertThat(actor.tell(TextMessage.text(text))).isEqualTo(TellResult.ACCEPTED);
        }
    }

    @Test
    void resumeKeepsTheState() {
        ActorRef<TextMessage> actor = spawn(Supervision.always(Directive.RESUME));
        tell(actor, "a", "fail", "b");
        assertThat(log.awaitLines(4)).containsExactly("1:(started)", "1:a", "1:fail", "1:b");
        assertThat(log.awaitLetters(1))
                .singleElement()
                .satisfies(letter -> {
                    assertThat(letter.message()).isEqualTo(TextMessage.text("fail"));
                    assertThat(letter.recipient()).isSameAs(actor);
                    assertThat(letter.cause()).isInstanceOf(HandlerFailed.class);
                });
        assertThat(system.metrics().failed()).isEqualTo(1);
        assertThat(system.metrics().restarted()).isZero();
    }

    @Test
    void restartCreatesANewStateAndKeepsTheMessagesInOrder() {
        ActorRef<TextMessage> actor = spawn(Supervision.defaults());
        tell(actor, "a", "fail 1", "b", "c", "fail 2", "d");
        assertThat(log.awaitLines(11))
                .containsExactly(
                        "1:(started)",
                        "1:a",
                        "1:fail 1",
                        "1:(restarting: fail 1)",
                        "2:(started)",
                        "2:b",
                        "2:c",
                        "2:fail 2",
                        "2:(restarting: fail 2)",
                        "3:(started)",
                        "3:d");
        assertThat(system.metrics().restarted()).isEqualTo(2);
        assertThat(log.letters).hasSize(2);
    }

    /// Every message fails, and the next one comes while the actor is between two behaviours. The
    /// pause before it differs, so that some come after the actor has looked for one.
    @Test
    void aMessageThatComesDuringARestartWaitsForTheNewBehaviour() {
        AtomicInteger dead = new AtomicInteger();
        Queue<DeadLetter.Cause> others = new ConcurrentLinkedQueue<>();
        ActorObserver letters =
                new ActorObserver() {
                    @Override
                    public void deadLetter(DeadLetter letter) {
                        if (!(letter.cause() instanceof HandlerFailed(var thrown)
                                && thrown instanceof UnsupportedOperationException)) {
                            others.add(letter.cause());
                        }
                        dead.incrementAndGet();
                    }
                };
        try (ActorSystem own =
                ActorSystem.create(
                        "restarts",
                        ActorSystem.Settings.defaults()
                                .withDispatcher(dispatcher())
                                .withObserver(letters))) {
            ActorRef<Integer> actor =
                    own.spawn(
                            ActorSpec.<Integer>of(() ->
                                            (_, _) -> {
                                                throw new UnsupportedOperationException();
                                            })
                                    .withSupervision(
                                            Supervision.defaults()
                                                    .withLimit(1_000_000, Duration.ofHours(1))));
            for (int sent = 0; sent < 20_000; sent++) {
                while (dead.get() < sent) {
                    Thread.onSpinWait();
                }
                for (int pauses = sent % 500; pauses > 0; pauses--) {
                    Thread.onSpinWait();
                }
                assertThat(actor.tell(sent)).isEqualTo(TellResult.ACCEPTED);
            }
        }
        assertThat(others).isEmpty();
    }

    @Test
    void stopSendsTheRemainingMessagesToTheDeadLetters() {
        ActorRef<TextMessage> actor = spawn(Supervision.always(Directive.STOP));
        Stepping.run(actor, "a", "fail", "b", "c");
        assertThat(actor.termination()).succeedsWithin(SOON).isInstanceOf(Termination.Failed.class);
        assertThat(log.awaitLines(4))
                .containsExactly("1:(started)", "1:a", "1:fail", "1:(stopped)");
        assertThat(log.letters.stream().map(DeadLetter::cause))
                .hasSize(3)
                .element(0)
                .isInstanceOf(HandlerFailed.class);
        assertThat(log.letters.subList(1, 3))
                .containsExactly(
                        new DeadLetter(actor, TextMessage.text("b"), new ActorStopped()),
                        new DeadLetter(actor, TextMessage.text("c"), new ActorStopped()));
        assertThat(actor.tell(TextMessage.text("late"))).isEqualTo(TellResult.CLOSED);
    }

    /// Fills the mailbox while the actor cannot run, so all messages are there when it begins.
    private static final class Stepping {
        static void run(ActorRef<TextMessage> actor, String... texts) {
            ActorCell<TextMessage> cell = (ActorCell<TextMessage>) actor;
            assertThat(cell.claim()).isTrue();
            tell(actor, texts);
            while (cell.run()) {
                Thread.onSpinWait();
            }
        }
    }

    @Test
    void anActorStopsWhenItExceedsTheRestartLimitOfTheWindow() {
        ActorRef<TextMessage> actor =
                spawn(Supervision.defaults().withLimit(2, Duration.ofSeconds(10)));
        tell(actor, "fail 1", "fail 2");
        await().until(() -> system.metrics().restarted() == 2);
        clock.advance(Duration.ofSeconds(11));
        tell(actor, "fail 3", "fail 4");
        await().until(() -> system.metrics().restarted() == 4);
        assertThat(actor.isTerminated()).isFalse();
        tell(actor, "fail 5");
        assertThat(actor.termination())
                .succeedsWithin(SOON)
                .isInstanceOfSatisfying(
                        Termination.Failed.class,
                        failed -> assertThat(failed.cause()).hasMessage("fail 5"));
        assertThat(system.metrics().restarted()).isEqualTo(4);
    }

    @Test
    void anActorInBackoffHandlesNothingAndLosesNothing() {
        ActorRef<TextMessage> actor =
                spawn(
                        Supervision.defaults()
                                .withBackoff(Duration.ofSeconds(1), Duration.ofSeconds(3)));
        tell(actor, "fail 1", "a", "b");
        log.awaitLetters(1);
        await().until(() -> clock.pending() == 1);
        assertThat(log.lines).endsWith("1:(restarting: fail 1)");
        assertThat(actor.depth()).isEqualTo(2);
        clock.advance(Duration.ofMillis(400));
        assertThat(actor.depth()).isEqualTo(2);
        clock.advance(Duration.ofMillis(700));
        assertThat(log.awaitLines(6)).endsWith("2:(started)", "2:a", "2:b");
    }

    @Test
    void anActorInBackoffCanBeStopped() {
        ActorRef<TextMessage> actor =
                spawn(Supervision.defaults().withBackoff(Duration.ofHours(1), Duration.ofHours(1)));
        tell(actor, "fail", "a");
        await().until(() -> clock.pending() == 1);
        actor.stopNow();
        assertThat(actor.termination()).succeedsWithin(SOON);
        assertThat(log.awaitLetters(2).get(1).message()).isEqualTo(TextMessage.text("a"));
        assertThat(clock.pending()).isZero();
    }

    @Test
    void anAskerLearnsOfTheFailureAtOnce() {
        ActorRef<TextMessage> actor = spawn(Supervision.defaults());
        var result =
                actor.<String>ask(replyTo -> new TextMessage.Question("fail", replyTo), SOON)
                        .toFuture();
        assertThat(result)
                .succeedsWithin(SOON)
                .isInstanceOfSatisfying(
                        AskResult.Failed.class,
                        failed -> assertThat(failed.cause()).hasMessage("fail"));
        assertThat(clock.pending()).isZero();
    }

    @Test
    void aFactoryThatFailsLosesNoMessageAndStopsAtTheLimit() {
        AtomicInteger attempts = new AtomicInteger();
        ActorRef<TextMessage> flaky =
                system.spawn(
                        ActorSpec.of(() -> {
                            if (attempts.incrementAndGet() < 3) {
                                throw new IllegalStateException("not yet");
                            }
                            return TextMessage.writing(log);
                        }));
        tell(flaky, "a", "b");
        assertThat(log.awaitLines(3)).containsExactly("(started)", "a", "b");
        assertThat(attempts).hasValue(3);

        ActorRef<TextMessage> broken =
                system.spawn(
                        ActorSpec.of(() -> {
                            throw new IllegalStateException("never");
                        }));
        tell(broken, "c");
        assertThat(broken.termination())
                .succeedsWithin(SOON)
                .isInstanceOf(Termination.Failed.class);
        assertThat(log.awaitLetters(1).getFirst().message()).isEqualTo(TextMessage.text("c"));
    }

    @Test
    void escalationFailsTheParentWithTheSameCauseAndARestartStopsTheChildren() {
        AtomicInteger parents = new AtomicInteger();
        ActorRef<TextMessage> parent =
                system.spawn(
                        "parent",
                        ActorSpec.setup(context -> {
                            int number = parents.incrementAndGet();
                            ActorRef<TextMessage> escalating =
                                    context.spawn(
                                            "child",
                                            ActorSpec.of(() -> TextMessage.writing(log, "child:"))
                                                    .withSupervision(
                                                            Supervision.always(
                                                                    Directive.ESCALATE)));
                            ActorRef<TextMessage> sibling =
                                    context.spawn(
                                            "sibling",
                                            ActorSpec.setup(
                                                    _ -> TextMessage.writing(log, "sibling:")));
                            return new Passing(log, number, escalating, sibling);
                        }));
        tell(parent, "fail in the child");
        log.awaitLetters(1);
        await().until(() -> log.lines.contains("sibling:(stopped)"));
        await().until(() -> log.lines.contains("parent 2 started"));
        assertThat(log.lines).contains("parent 1 restarting: fail in the child", "child:(stopped)");
        assertThat(parent.isTerminated()).isFalse();
    }

    /// Hands every message to its child.
    private record Passing(
            RecordingObserver log,
            int number,
            ActorRef<TextMessage> child,
            ActorRef<TextMessage> sibling)
            implements Behavior<TextMessage> {

        @Override
        public Behavior<TextMessage> receive(
                ActorContext<TextMessage> context, TextMessage message) {
            assertThat(context.children()).containsExactlyInAnyOrder(child, sibling);
            context.forward(child, message);
            return this;
        }

        @Override
        public Behavior<TextMessage> signal(ActorContext<TextMessage> context, Signal signal) {
            switch (signal) {
                case Signal.Started _ -> log.add("parent " + number + " started");
                case Signal.Restarting(var cause) ->
                        log.add("parent " + number + " restarting: " + cause.getMessage());
                case Signal.Stopped _ -> log.add("parent " + number + " stopped");
                case Signal.Terminated _ -> log.add("parent " + number + " hears of an end");
            }
            return this;
        }
    }
}
