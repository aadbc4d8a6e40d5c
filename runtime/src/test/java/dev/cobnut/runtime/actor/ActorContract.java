package dev.cobnut.runtime.actor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cobnut.runtime.mailbox.Recipient;
import dev.cobnut.runtime.scheduler.Dispatcher;
import dev.cobnut.runtime.scheduler.ManualClock;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;

/// A system with time that the test moves, on the dispatcher of the subclass.
@Timeout(300)
abstract class ActorContract {

    static final Duration SECOND = Duration.ofSeconds(1);
    static final Duration SOON = Duration.ofMinutes(2);

    final RecordingObserver log = new RecordingObserver();
    final ManualClock clock = new ManualClock();

    /// Set before each test.
    @SuppressWarnings("NullAway.Init")
    ActorSystem system;

    abstract Dispatcher dispatcher();

    @BeforeEach
    void open() {
        system =
                ActorSystem.create(
                        "test",
                        ActorSystem.Settings.defaults()
                                .withDispatcher(dispatcher())
                                .withObserver(log)
                                .withClock(clock));
    }

    @AfterEach
    void close() {
        var _ = system.shutdown(SECOND);
    }

    /// Waits longer than the default of Awaitility, for machines that are busy.
    static ConditionFactory await() {
        return Awaitility.await().atMost(SOON);
    }

    /// Returns when all earlier messages were handled.
    static <M> void flush(
            ActorRef<M> actor, java.util.function.Function<Recipient<String>, M> ping) {
        var future = actor.ask(ping, SOON).toFuture();
        assertThat(future).succeedsWithin(SOON);
    }
}
