package dev.cobnut.runtime.actor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cobnut.runtime.entity.AskResult;
import dev.cobnut.runtime.entity.AskResult.Answered;
import dev.cobnut.runtime.entity.AskResult.Reason;
import dev.cobnut.runtime.entity.AskResult.Rejected;
import dev.cobnut.runtime.entity.AskResult.TimedOut;
import dev.cobnut.runtime.mailbox.MailboxKind;
import dev.cobnut.runtime.mailbox.TellResult;
import dev.cobnut.runtime.scheduler.Dispatcher;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

class AskTest extends ActorContract {

    @Override
    Dispatcher dispatcher() {
        return Dispatcher.virtual();
    }

    private Ask<String> ask(ActorRef<TextMessage> actor, String text) {
        return actor.ask(replyTo -> new TextMessage.Question(text, replyTo), SECOND);
    }

    /// Keeps the questions and answers none.
    private ActorRef<TextMessage> silent(List<TextMessage> kept) {
        return system.spawn(
                ActorSpec.of(() ->
                        new Behavior<>() {
                            @Override
                            public Behavior<TextMessage> receive(
                                    ActorContext<TextMessage> context, TextMessage message) {
                                kept.add(message);
                                return this;
                            }
                        }));
    }

    @Test
    void anAnswerArrivesAndLeavesNoDeadlineBehind() {
        ActorRef<TextMessage> actor = system.spawn(ActorSpec.of(() -> TextMessage.writing(log)));
        assertThat(ask(actor, "one").await()).isEqualTo(new Answered<>("re: one"));
        assertThat(ask(actor, "two").toFuture())
                .succeedsWithin(SOON)
                .isEqualTo(new Answered<>("re: two"));
        assertThat(clock.pending()).isZero();
    }

    @Test
    void theDeadlineCompletesAnAskWithoutAnAnswer() {
        List<TextMessage> kept = new CopyOnWriteArrayList<>();
        ActorRef<TextMessage> actor = silent(kept);
        Ask<String> ask = ask(actor, "one");
        CompletableFuture<AskResult<String>> future = ask.toFuture();
        await().until(() -> kept.size() == 1);
        clock.advance(Duration.ofMillis(999));
        assertThat(future).isNotDone();
        clock.advance(Duration.ofMillis(2));
        assertThat(future).isCompletedWithValue(new TimedOut<>());
        assertThat(ask.await()).isEqualTo(new TimedOut<>());
        assertThat(ask.tell("too late")).isEqualTo(TellResult.CLOSED);
        assertThat(clock.pending()).isZero();
    }

    @Test
    void theFirstAnswerCounts() {
        List<TextMessage> kept = new CopyOnWriteArrayList<>();
        Ask<String> ask = ask(silent(kept), "one");
        assertThat(ask.peek()).isNull();
        assertThat(ask.tell("first")).isEqualTo(TellResult.ACCEPTED);
        assertThat(ask.tell("second")).isEqualTo(TellResult.CLOSED);
        assertThat(ask.peek()).isEqualTo(new Answered<>("first"));
    }

    @Test
    void severalThreadsCanWaitForOneAnswer() {
        Ask<String> ask = ask(silent(new CopyOnWriteArrayList<>()), "one");
        List<CompletableFuture<AskResult<String>>> futures = new CopyOnWriteArrayList<>();
        Thread waiting =
                Thread.startVirtualThread(() -> {
                    CompletableFuture<AskResult<String>> own = new CompletableFuture<>();
                    own.complete(ask.await());
                    futures.add(own);
                });
        futures.add(ask.toFuture());
        futures.add(ask.toFuture());
        await().until(() -> waiting.getState() == Thread.State.WAITING);
        ask.tell("yes");
        await().until(() -> futures.size() == 3);
        assertThat(futures)
                .allSatisfy(
                        future -> assertThat(future).isCompletedWithValue(new Answered<>("yes")));
        assertThat(clock.pending()).isZero();
    }

    @Test
    void anInterruptEndsTheWaitAndStaysOnTheThread() {
        Ask<String> ask = ask(silent(new CopyOnWriteArrayList<>()), "one");
        Thread.currentThread().interrupt();
        assertThat(ask.await()).isEqualTo(new TimedOut<>());
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void aRefusedQuestionIsAnsweredAtOnce() {
        ActorRef<TextMessage> full =
                system.spawn(
                        ActorSpec.of(() -> TextMessage.writing(log))
                                .withMailbox(MailboxSpec.of(MailboxKind.MPSC, 1)));
        assertThat(((ActorCell<TextMessage>) full).claim()).isTrue(); // nothing runs
        assertThat(full.tell(TextMessage.text("first"))).isEqualTo(TellResult.ACCEPTED);
        assertThat(ask(full, "second").peek()).isEqualTo(new Rejected<>(Reason.FULL));
        ((ActorCell<TextMessage>) full).closeMailbox();
        assertThat(ask(full, "third").peek()).isEqualTo(new Rejected<>(Reason.CLOSED));
    }

    @Test
    void aQuestionThatWaitsWhenItsActorStopsIsAnswered() {
        ActorCell<TextMessage> cell =
                (ActorCell<TextMessage>) system.spawn(ActorSpec.of(() -> TextMessage.writing(log)));
        assertThat(cell.claim()).isTrue();
        Ask<String> ask = ask(cell, "one");
        cell.stopNow();
        assertThat(cell.run()).isFalse();
        assertThat(ask.peek()).isEqualTo(new Rejected<>(Reason.CLOSED));
        assertThat(log.letters.getFirst().message()).isInstanceOf(TextMessage.Question.class);
    }

    @Test
    void theDeadlineEndsTheWaitOfAPlatformThreadAndOfAVirtualOne() throws Exception {
        try (ActorSystem real = ActorSystem.create("real")) {
            ActorRef<TextMessage> deaf = real.spawn(ActorSpec.of(Deaf::new));
            Duration soon = Duration.ofMillis(20);
            assertThat(deaf.<String>ask(to -> new TextMessage.Question("q", to), soon).await())
                    .isEqualTo(new TimedOut<>());
            CompletableFuture<AskResult<String>> virtual = new CompletableFuture<>();
            Thread.startVirtualThread(() ->
                            virtual.complete(
                                    deaf.<String>ask(to -> new TextMessage.Question("q", to), soon)
                                            .await()))
                    .join();
            assertThat(virtual).isCompletedWithValue(new TimedOut<>());
            assertThat(real.clock().pending()).isZero();
        }
    }

    private static final class Deaf implements Behavior<TextMessage> {
        @Override
        public Behavior<TextMessage> receive(
                ActorContext<TextMessage> context, TextMessage message) {
            return this;
        }
    }
}
