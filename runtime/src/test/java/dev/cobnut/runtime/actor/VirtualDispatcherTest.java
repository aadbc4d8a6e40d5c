package dev.cobnut.runtime.actor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cobnut.runtime.mailbox.TellResult;
import dev.cobnut.runtime.scheduler.Dispatcher;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class VirtualDispatcherTest extends DispatcherContract {

    @Override
    Dispatcher dispatcher() {
        return Dispatcher.virtual();
    }

    @Test
    void actorsThatBlockDoNotStopOthers() throws Exception {
        int actors = 500;
        CountDownLatch inside = new CountDownLatch(actors);
        CountDownLatch gate = new CountDownLatch(1);
        for (int i = 0; i < actors; i++) {
            ActorRef<String> actor =
                    system.spawn(
                            ActorSpec.of(() ->
                                    new Behavior<>() {
                                        @Override
                                        public Behavior<String> receive(
                                                ActorContext<String> context, String message)
                                                throws Exception {
                                            inside.countDown();
                                            gate.await();
                                            return this;
                                        }
                                    }));
            actor.tell("wait");
        }
        assertThat(inside.await(120, TimeUnit.SECONDS)).isTrue();
        gate.countDown();
    }

    /// No turn may wait behind a turn that blocks: each of these turns is started by the one
    /// before, and ends after all that follow.
    @Test
    void aTurnRunsWhileTheTurnThatCausedItBlocks() throws Exception {
        int actors = 300;
        CountDownLatch all = new CountDownLatch(actors);
        List<ActorRef<Integer>> chain = new ArrayList<>();
        for (int i = 0; i < actors; i++) {
            chain.add(
                    system.spawn(
                            ActorSpec.of(() ->
                                    new Behavior<>() {
                                        @Override
                                        public Behavior<Integer> receive(
                                                ActorContext<Integer> context, Integer number)
                                                throws Exception {
                                            all.countDown();
                                            if (number + 1 < actors) {
                                                chain.get(number + 1).tell(number + 1);
                                            }
                                            all.await();
                                            return this;
                                        }
                                    })));
        }
        assertThat(chain.getFirst().tell(0)).isEqualTo(TellResult.ACCEPTED);
        assertThat(all.await(120, TimeUnit.SECONDS)).isTrue();
    }
}
