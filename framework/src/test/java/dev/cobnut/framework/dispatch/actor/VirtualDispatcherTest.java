package dev.cobnut.framework.dispatch.actor;

import static org.assertj.core.api.Assertions.assertThat;

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
        assertThat(inside.await(10, TimeUnit.SECONDS)).isTrue();
        gate.countDown();
    }
}
