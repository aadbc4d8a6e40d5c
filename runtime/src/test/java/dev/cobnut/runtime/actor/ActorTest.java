package dev.cobnut.runtime.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cobnut.runtime.entity.AskResult;
import dev.cobnut.runtime.scheduler.Dispatcher;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class ActorTest extends ActorContract {

    @Override
    Dispatcher dispatcher() {
        return Dispatcher.virtual();
    }

    private ActorRef<TextMessage> spawn(Behavior<TextMessage> behavior) {
        return system.spawn(ActorSpec.of(() -> behavior));
    }

    private AskResult<String> ask(ActorRef<TextMessage> actor, String text) {
        return actor.<String>ask(replyTo -> new TextMessage.Question(text, replyTo), SECOND)
                .toFuture()
                .orTimeout(SOON.toSeconds(), java.util.concurrent.TimeUnit.SECONDS)
                .join();
    }

    // ---- life

    @Test
    void theFirstMessageCreatesTheBehavior() {
        ActorRef<TextMessage> actor = system.spawn(ActorSpec.of(() -> TextMessage.writing(log)));
        assertThat(log.lines).isEmpty();
        assertThat(ask(actor, "hello")).isEqualTo(new AskResult.Answered<>("re: hello"));
        assertThat(log.lines).containsExactly("(started)", "hello");
    }

    @Test
    void anActorWithASetupHasItsBehaviorAtOnce() {
        system.spawn(ActorSpec.<TextMessage>setup(_ -> TextMessage.writing(log)));
        assertThat(log.awaitLines(1)).containsExactly("(started)");
    }

    @Test
    void anActorThatStopsItselfMakesDeadLettersOfTheRemainingMessages() {
        ActorCell<TextMessage> actor = (ActorCell<TextMessage>) spawn((_, _) -> Behavior.stopped());
        assertThat(actor.claim()).isTrue();
        actor.tell(TextMessage.text("a"));
        actor.tell(TextMessage.text("b"));
        assertThat(actor.run()).isFalse();
        assertThat(actor.isTerminated()).isTrue();
        assertThat(actor.termination()).isCompletedWithValue(new Termination.Stopped());
        assertThat(log.letters)
                .extracting(DeadLetter::message)
                .containsExactly(TextMessage.text("b"));
        assertThat(system.metrics().actors()).isZero();
        assertThat(system.metrics().terminated()).isEqualTo(1);
    }

    @Test
    void aClosedSystemTakesNoActor() {
        assertThat(system.shutdown(SECOND).isClean()).isTrue();
        assertThatThrownBy(() -> spawn(TextMessage.writing(log)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("the actor system test is closed");
    }

    @Test
    void aPathNamesTheParents() {
        ActorRef<TextMessage> parent = system.spawn("parent", parentOf("child"));
        assertThat(parent.path()).isEqualTo("test/parent");
        assertThat(log.awaitLines(1)).containsExactly("test/parent/child");
    }

    private ActorSpec<TextMessage> parentOf(String name) {
        return ActorSpec.setup(context -> {
            ActorRef<TextMessage> child =
                    context.spawn(name, ActorSpec.of(() -> TextMessage.writing(log, name + ":")));
            log.add(child.path());
            return new Behavior<>() {
                @Override
                public Behavior<TextMessage> receive(
                        ActorContext<TextMessage> self, TextMessage message) {
                    self.forward(child, message);
                    return this;
                }

                @Override
                public Behavior<TextMessage> signal(ActorContext<TextMessage> self, Signal signal) {
                    if (signal instanceof Signal.Terminated(var who, _)) {
                        log.add("gone: " + who);
                    } else if (signal instanceof Signal.Stopped) {
                        log.add("parent stopped");
                    }
                    return this;
                }
            };
        });
    }

    @Test
    void aParentStopsAfterItsChildrenHaveHandledTheirMessages() {
        ActorRef<TextMessage> parent = system.spawn("parent", parentOf("child"));
        parent.tell(TextMessage.text("a"));
        parent.tell(TextMessage.text("b"));
        parent.stop();
        assertThat(parent.termination()).succeedsWithin(SOON);
        assertThat(log.lines)
                .containsExactly(
                        "test/parent/child",
                        "child:(started)",
                        "child:a",
                        "child:b",
                        "child:(stopped)",
                        "parent stopped");
        assertThat(log.letters).isEmpty();
    }

    // ---- become, stash

    @Test
    void aBehaviorStashesAMessageAndBecomesAnotherOne() {
        Behavior<TextMessage> open = TextMessage.writing(log);
        Behavior<TextMessage> closed =
                new Behavior<>() {
                    @Override
                    public Behavior<TextMessage> receive(
                            ActorContext<TextMessage> context, TextMessage message) {
                        if (message instanceof TextMessage.Text(var text) && text.equals("open")) {
                            context.unstashAll();
                            return open;
                        }
                        assertThat(context.stash(message)).isTrue();
                        return this;
                    }
                };
        ActorRef<TextMessage> actor = spawn(closed);
        actor.tell(TextMessage.text("a"));
        var answer = actor.<String>ask(to -> new TextMessage.Question("b", to), SECOND).toFuture();
        actor.tell(TextMessage.text("open"));
        actor.tell(TextMessage.text("c"));
        assertThat(log.awaitLines(3)).containsExactly("a", "b", "c");
        assertThat(answer).succeedsWithin(SOON).isEqualTo(new AskResult.Answered<>("re: b"));
    }

    @Test
    void aStashHasALimitAndGoesToTheDeadLettersAtTheEnd() {
        Behavior<TextMessage> stashing =
                new Behavior<>() {
                    @Override
                    public Behavior<TextMessage> receive(
                            ActorContext<TextMessage> context, TextMessage message) {
                        log.add(context.stash(message) + " " + context.stashed());
                        return this;
                    }
                };
        ActorRef<TextMessage> actor = system.spawn(ActorSpec.of(() -> stashing).withStashMax(2));
        for (String text : new String[] {"a", "b", "c"}) {
            actor.tell(TextMessage.text(text));
        }
        actor.stop();
        assertThat(actor.termination()).succeedsWithin(SOON);
        assertThat(log.lines).containsExactly("true 1", "true 2", "false 2");
        assertThat(log.letters)
                .extracting(DeadLetter::message)
                .containsExactly(TextMessage.text("a"), TextMessage.text("b"));
    }

    // ---- watch, forward, pipe

    @Test
    void aWatcherHearsOfTheEndOnceEvenIfItWatchesLater() {
        ActorRef<TextMessage> watched =
                system.spawn("watched", ActorSpec.of(() -> TextMessage.writing(log)));
        ActorRef<TextMessage> early = watcherOf(watched, "early:");
        log.awaitLines(1);
        watched.stopNow();
        assertThat(log.awaitLines(2)).contains("early:(test/watched Stopped)");
        ActorRef<TextMessage> late = watcherOf(watched, "late:");
        assertThat(log.awaitLines(4)).contains("late:(test/watched Stopped)");
        flush(early, to -> new TextMessage.Question("x", to));
        flush(late, to -> new TextMessage.Question("y", to));
        assertThat(log.lines).hasSize(6);
    }

    private ActorRef<TextMessage> watcherOf(ActorRef<?> watched, String word) {
        return system.spawn(
                ActorSpec.setup(context -> {
                    context.watch(watched);
                    return TextMessage.writing(log, word);
                }));
    }

    @Test
    void aForwardedQuestionIsAnsweredOrFailedByTheOtherActor() {
        ActorRef<TextMessage> parent = system.spawn("parent", parentOf("child"));
        assertThat(ask(parent, "hello")).isEqualTo(new AskResult.Answered<>("re: hello"));
        assertThat(ask(parent, "fail")).isInstanceOf(AskResult.Failed.class);
    }

    @Test
    void anActorCanPipeTheAnswerOfAnotherActorToItself() {
        ActorRef<TextMessage> other =
                system.spawn(ActorSpec.of(() -> TextMessage.writing(log, "other:")));
        Behavior<TextMessage> writing = TextMessage.writing(log);
        ActorRef<TextMessage> actor =
                spawn((context, message) -> {
                    context.pipeToSelf(
                            other.<String>ask(to -> new TextMessage.Question("q", to), SECOND),
                            result -> TextMessage.text("piped " + result));
                    return writing;
                });
        actor.tell(TextMessage.text("go"));
        assertThat(log.awaitLines(3)).contains("other:q", "piped Answered[reply=re: q]");
    }

    // ---- timers

    @Test
    void timersFireOnceOrRepeatedlyUntilTheyAreCancelled() {
        ActorRef<TextMessage> actor =
                spawn(
                        new Behavior<>() {
                            @Override
                            public Behavior<TextMessage> receive(
                                    ActorContext<TextMessage> context, TextMessage message) {
                                if (message.equals(TextMessage.text("start"))) {
                                    TextMessage tick = TextMessage.text("tick");
                                    context.startTimer("o", TextMessage.text("no"), SECOND);
                                    context.startTimer("o", TextMessage.text("once"), SECOND);
                                    context.startPeriodicTimer("t", tick, SECOND);
                                } else if (message.equals(TextMessage.text("cancel"))) {
                                    context.cancelTimer("t");
                                } else if (message instanceof TextMessage.Text(var text)) {
                                    log.add(text);
                                } else if (message
                                        instanceof TextMessage.Question(_, var replyTo)) {
                                    replyTo.tell("here");
                                }
                                return this;
                            }
                        });
        actor.tell(TextMessage.text("start"));
        assertThat(ask(actor, "?")).isEqualTo(new AskResult.Answered<>("here"));
        clock.advance(Duration.ofMillis(1_002));
        assertThat(log.awaitLines(2)).containsExactlyInAnyOrder("once", "tick");
        clock.advance(SECOND);
        assertThat(log.awaitLines(3)).endsWith("tick");
        actor.tell(TextMessage.text("cancel"));
        assertThat(ask(actor, "?")).isEqualTo(new AskResult.Answered<>("here"));
        clock.advance(Duration.ofSeconds(5));
        assertThat(ask(actor, "?")).isEqualTo(new AskResult.Answered<>("here"));
        assertThat(log.lines).hasSize(3);
        assertThat(clock.pending()).isZero();
    }

    @Test
    void theTimersOfAnActorEndWithIt() {
        ActorRef<TextMessage> actor =
                system.spawn(
                        ActorSpec.setup(context -> {
                            context.startPeriodicTimer("t", TextMessage.text("tick"), SECOND);
                            return TextMessage.writing(log);
                        }));
        await().until(() -> clock.pending() == 1);
        actor.stop();
        assertThat(actor.termination()).succeedsWithin(SOON);
        assertThat(clock.pending()).isZero();
    }
}
