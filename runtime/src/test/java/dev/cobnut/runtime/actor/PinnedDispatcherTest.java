package dev.cobnut.runtime.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cobnut.runtime.entity.AskResult;
import dev.cobnut.runtime.mailbox.Recipient;
import dev.cobnut.runtime.scheduler.Dispatcher;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class PinnedDispatcherTest extends DispatcherContract {

    @Override
    Dispatcher dispatcher() {
        return Dispatcher.pinned("test", 3);
    }

    private record Where(Recipient<String> replyTo) {}

    private static Behavior<Where> telling() {
        return new Behavior<>() {
            @Override
            public Behavior<Where> receive(ActorContext<Where> context, Where message) {
                message.replyTo().tell(Thread.currentThread().getName());
                return this;
            }
        };
    }

    @Test
    void actorsOfOneKeyRunOnOneThreadAndOthersAreSpread() {
        Set<String> ofOneKey = ConcurrentHashMap.newKeySet();
        Set<String> ofNone = ConcurrentHashMap.newKeySet();
        for (int i = 0; i < 20; i++) {
            ofOneKey.add(where(ActorSpec.of(PinnedDispatcherTest::telling).withKey("a key")));
            ofNone.add(where(ActorSpec.of(PinnedDispatcherTest::telling)));
        }
        assertThat(ofOneKey).hasSize(1);
        assertThat(ofNone).containsExactlyInAnyOrder("test-0", "test-1", "test-2");
    }

    private String where(ActorSpec<Where> spec) {
        var answer = system.spawn(spec).ask(Where::new, SOON).toFuture();
        return answer.join() instanceof AskResult.Answered<String>(var name) ? name : "nowhere";
    }

    @Test
    void anActorOnAPinnedThreadMustNotWaitForAnAnswer() throws Exception {
        ActorRef<Where> other = system.spawn(ActorSpec.of(PinnedDispatcherTest::telling));
        ActorRef<Where> waiting =
                system.spawn(
                        ActorSpec.of(() ->
                                new Behavior<>() {
                                    @Override
                                    public Behavior<Where> receive(
                                            ActorContext<Where> context, Where message) {
                                        var _ = other.ask(Where::new, SECOND).await();
                                        return this;
                                    }
                                }));
        AskResult<String> result =
                waiting.ask(Where::new, SOON).toFuture().get(120, TimeUnit.SECONDS);
        assertThat(result)
                .isInstanceOfSatisfying(
                        AskResult.Failed.class,
                        failed ->
                                assertThat(failed.cause()).hasMessageContaining("use pipeToSelf"));
    }

    @Test
    void aNumberOfThreadsOutsideItsRangeIsRefused() {
        assertThatThrownBy(() -> Dispatcher.pinned("none", 0))
                .hasMessage("a pinned dispatcher has from 1 to 1024 threads, but was given 0");
    }
}
