package dev.cobnut.runtime.actor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
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

    /// As many turns as there are processors hold all of them, so that nobody takes from the queue.
    @Test
    void turnsForWhichTheQueueHasNoRoomAreRunToo() throws Exception {
        int holding = Runtime.getRuntime().availableProcessors();
        int turns = VirtualDispatcher.DUE_MAX + 100;
        AtomicBoolean released = new AtomicBoolean();
        CountDownLatch held = new CountDownLatch(holding);
        CountDownLatch run = new CountDownLatch(turns);
        VirtualDispatcher own = new VirtualDispatcher();
        for (int i = 0; i < holding; i++) {
            own.execute(
                    turn(() -> {
                        held.countDown();
                        while (!released.get()) {
                            Thread.onSpinWait();
                        }
                    }));
        }
        try {
            assertThat(held.await(10, TimeUnit.SECONDS)).isTrue();
            for (int i = 0; i < turns; i++) {
                own.execute(turn(run::countDown));
            }
            assertThat(run.getCount()).isEqualTo(turns);
        } finally {
            released.set(true);
        }
        assertThat(run.await(10, TimeUnit.SECONDS)).isTrue();
        own.close();
    }

    /// A thread that waits for a turn must not have to wait for those before it: each of these
    /// turns is started by the one before, and ends after all that follow.
    @Test
    void aTurnIsRunWhileTheOneThatCausedItBlocks() throws Exception {
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
        assertThat(all.await(10, TimeUnit.SECONDS)).isTrue();
    }

    private static Turn turn(Runnable what) {
        Turn turn =
                new Turn() {
                    @Override
                    boolean run() {
                        what.run();
                        return false;
                    }
                };
        assertThat(turn.claim()).isTrue();
        return turn;
    }
}
