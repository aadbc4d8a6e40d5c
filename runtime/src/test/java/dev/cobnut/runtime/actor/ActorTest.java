package dev.cobnut.runtime.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cobnut.runtime.entity.AskResult;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

class ActorTest extends ActorContract {

    @Override
    Dispatcher dispatcher() {
        return Dispatcher.virtual();
    }

    private ActorRef<Texts> spawn(Behavior<Texts> behavior) {
        return system.spawn(ActorSpec.of(() -> behavior));
    }

    private AskResult<String> ask(ActorRef<Texts> actor, String text) {
        return actor.<String>ask(replyTo -> new Texts.Question(text, replyTo), SECOND)
                .toFuture()
                .orTimeout(10, java.util.concurrent.TimeUnit.SECONDS)
                .join();
    }

    // ---- life

    @Test
    void anActorComesToLifeWithItsFirstMessage() {
        ActorRef<Texts> actor = system.spawn(ActorSpec.of(() -> Texts.writing(log)));
        assertThat(log.lines).isEmpty();
        assertThat(ask(actor, "hello")).isEqualTo(new AskResult.Answered<>("re: hello"));
        assertThat(log.lines).containsExactly("(started)", "hello");
    }

    @Test
    void anActorWithASetupIsThereAtOnce() {
        system.spawn(ActorSpec.<Texts>setup(_ -> Texts.writing(log)));
        assertThat(log.awaitLines(1)).containsExactly("(started)");
    }

    @Test
    void anActorStopsItselfAndWhatIsLeftIsADeadLetter() {
        ActorCell<Texts> actor = (ActorCell<Texts>) spawn((_, _) -> Behavior.stopped());
        assertThat(actor.claim()).isTrue();
        actor.tell(Texts.text("a"));
        actor.tell(Texts.text("b"));
        assertThat(actor.run()).isFalse();
        assertThat(actor.isTerminated()).isTrue();
        assertThat(actor.termination()).isCompletedWithValue(new Termination.Stopped());
        assertThat(log.letters).extracting(DeadLetter::message).containsExactly(Texts.text("b"));
        assertThat(system.metrics().actors()).isZero();
        assertThat(system.metrics().terminated()).isEqualTo(1);
    }

    @Test
    void aClosedSystemTakesNoActor() {
        assertThat(system.shutdown(SECOND).isClean()).isTrue();
        assertThatThrownBy(() -> spawn(Texts.writing(log)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("the actor system test is closed");
    }

    @Test
    void aPathNamesTheParents() {
        ActorRef<Texts> parent = system.spawn("parent", parentOf("child"));
        assertThat(parent.path()).isEqualTo("test/parent");
        assertThat(log.awaitLines(1)).containsExactly("test/parent/child");
    }

    private ActorSpec<Texts> parentOf(String name) {
        return ActorSpec.setup(context -> {
            ActorRef<Texts> child =
                    context.spawn(name, ActorSpec.of(() -> Texts.writing(log, name + ":")));
            log.add(child.path());
            return new Behavior<>() {
                @Override
                public Behavior<Texts> receive(ActorContext<Texts> self, Texts message) {
                    self.forward(child, message);
                    return this;
                }

                @Override
                public Behavior<Texts> signal(ActorContext<Texts> self, Signal signal) {
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
    void aParentStopsAfterItsChildrenWhichHandleWhatTheyHaveAccepted() {
        ActorRef<Texts> parent = system.spawn("parent", parentOf("child"));
        parent.tell(Texts.text("a"));
        parent.tell(Texts.text("b"));
        parent.stop();
        assertThat(parent.termination()).succeedsWithin(SECONDS_10);
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
    void aBehaviorBecomesAnotherAndStashesWhatItCannotHandleYet() {
        Behavior<Texts> open = Texts.writing(log);
        Behavior<Texts> closed =
                new Behavior<>() {
                    @Override
                    public Behavior<Texts> receive(ActorContext<Texts> context, Texts message) {
                        if (message instanceof Texts.Text(var text) && text.equals("open")) {
                            context.unstashAll();
                            return open;
                        }
                        assertThat(context.stash(message)).isTrue();
                        return this;
                    }
                };
        ActorRef<Texts> actor = spawn(closed);
        actor.tell(Texts.text("a"));
        var answer = actor.<String>ask(to -> new Texts.Question("b", to), SECOND).toFuture();
        actor.tell(Texts.text("open"));
        actor.tell(Texts.text("c"));
        assertThat(log.awaitLines(3)).containsExactly("a", "b", "c");
        assertThat(answer).succeedsWithin(SECONDS_10).isEqualTo(new AskResult.Answered<>("re: b"));
    }

    @Test
    void aStashHasALimitAndIsLeftToTheDeadLetters() {
        Behavior<Texts> stashing =
                new Behavior<>() {
                    @Override
                    public Behavior<Texts> receive(ActorContext<Texts> context, Texts message) {
                        log.add(context.stash(message) + " " + context.stashed());
                        return this;
                    }
                };
        ActorRef<Texts> actor = system.spawn(ActorSpec.of(() -> stashing).withStashMax(2));
        for (String text : new String[] {"a", "b", "c"}) {
            actor.tell(Texts.text(text));
        }
        actor.stop();
        assertThat(actor.termination()).succeedsWithin(SECONDS_10);
        assertThat(log.lines).containsExactly("true 1", "true 2", "false 2");
        assertThat(log.letters)
                .extracting(DeadLetter::message)
                .containsExactly(Texts.text("a"), Texts.text("b"));
    }

    // ---- watch, forward, pipe

    @Test
    void whoWatchesHearsOfTheEndOnceAlsoAfterIt() {
        ActorRef<Texts> watched = system.spawn("watched", ActorSpec.of(() -> Texts.writing(log)));
        ActorRef<Texts> early = watcherOf(watched, "early:");
        log.awaitLines(1);
        watched.stopNow();
        assertThat(log.awaitLines(2)).contains("early:(test/watched Stopped)");
        ActorRef<Texts> late = watcherOf(watched, "late:");
        assertThat(log.awaitLines(4)).contains("late:(test/watched Stopped)");
        flush(early, to -> new Texts.Question("x", to));
        flush(late, to -> new Texts.Question("y", to));
        assertThat(log.lines).hasSize(6);
    }

    private ActorRef<Texts> watcherOf(ActorRef<?> watched, String word) {
        return system.spawn(
                ActorSpec.setup(context -> {
                    context.watch(watched);
                    return Texts.writing(log, word);
                }));
    }

    @Test
    void aForwardedQuestionIsAnsweredByTheOtherAndFailsWithIt() {
        ActorRef<Texts> parent = system.spawn("parent", parentOf("child"));
        assertThat(ask(parent, "hello")).isEqualTo(new AskResult.Answered<>("re: hello"));
        assertThat(ask(parent, "fail")).isInstanceOf(AskResult.Failed.class);
    }

    @Test
    void theAnswerOfAnotherActorIsPipedToOneself() {
        ActorRef<Texts> other = system.spawn(ActorSpec.of(() -> Texts.writing(log, "other:")));
        Behavior<Texts> writing = Texts.writing(log);
        ActorRef<Texts> actor =
                spawn((context, message) -> {
                    context.pipeToSelf(
                            other.<String>ask(to -> new Texts.Question("q", to), SECOND),
                            result -> Texts.text("piped " + result));
                    return writing;
                });
        actor.tell(Texts.text("go"));
        assertThat(log.awaitLines(3)).contains("other:q", "piped Answered[reply=re: q]");
    }

    // ---- timers

    @Test
    void timersFireOnceOrAgainAndAgainUntilTheyAreCancelled() {
        ActorRef<Texts> actor =
                spawn(
                        new Behavior<>() {
                            @Override
                            public Behavior<Texts> receive(
                                    ActorContext<Texts> context, Texts message) {
                                if (message.equals(Texts.text("start"))) {
                                    Texts tick = Texts.text("tick");
                                    context.startTimer("o", Texts.text("no"), SECOND);
                                    context.startTimer("o", Texts.text("once"), SECOND);
                                    context.startPeriodicTimer("t", tick, SECOND);
                                } else if (message.equals(Texts.text("cancel"))) {
                                    context.cancelTimer("t");
                                } else if (message instanceof Texts.Text(var text)) {
                                    log.add(text);
                                } else if (message instanceof Texts.Question(_, var replyTo)) {
                                    replyTo.tell("here");
                                }
                                return this;
                            }
                        });
        actor.tell(Texts.text("start"));
        assertThat(ask(actor, "?")).isEqualTo(new AskResult.Answered<>("here"));
        clock.advance(Duration.ofMillis(1_002));
        assertThat(log.awaitLines(2)).containsExactlyInAnyOrder("once", "tick");
        clock.advance(SECOND);
        assertThat(log.awaitLines(3)).endsWith("tick");
        actor.tell(Texts.text("cancel"));
        assertThat(ask(actor, "?")).isEqualTo(new AskResult.Answered<>("here"));
        clock.advance(Duration.ofSeconds(5));
        assertThat(ask(actor, "?")).isEqualTo(new AskResult.Answered<>("here"));
        assertThat(log.lines).hasSize(3);
        assertThat(clock.pending()).isZero();
    }

    @Test
    void theTimersOfAnActorEndWithIt() {
        ActorRef<Texts> actor =
                system.spawn(
                        ActorSpec.setup(context -> {
                            context.startPeriodicTimer("t", Texts.text("tick"), SECOND);
                            return Texts.writing(log);
                        }));
        Awaitility.await().until(() -> clock.pending() == 1);
        actor.stop();
        assertThat(actor.termination()).succeedsWithin(SECONDS_10);
        assertThat(clock.pending()).isZero();
    }
}
