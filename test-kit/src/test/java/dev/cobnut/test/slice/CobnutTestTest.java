package dev.cobnut.test.slice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.hazelcast.core.HazelcastInstance;
import dev.cobnut.framework.command.Command;
import dev.cobnut.framework.command.CommandGateway;
import dev.cobnut.framework.delivery.DeliveryRuntime;
import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.handler.Handlers;
import dev.cobnut.framework.journal.InMemoryJournal;
import dev.cobnut.framework.journal.Journal;
import dev.cobnut.framework.view.View;
import dev.cobnut.framework.view.Views;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.context.ApplicationContext;
import org.springframework.core.env.Environment;

@CobnutTest(properties = "cobnut.outbox.attempts-max=2")
class CobnutTestTest {

    private static final Duration AT_ONCE = Duration.ofMillis(1);

    private final StreamId stream = StreamId.of("tally", UUID.randomUUID().toString());

    @Autowired private ApplicationContext context;
    @Autowired private CommandGateway<Integer, Integer> tallies;
    @Autowired private ServiceUnderTest service;
    @Autowired private DeliveryRuntime delivery;
    @Autowired private Tally.Sums projection;
    @Autowired private TallyPrinter printer;

    @Test
    void aViewHasEveryEventOnceTheServiceHasDelivered() {
        View<Integer> sums = context.getBean(Views.class).of(projection);
        for (int i = 1; i <= 20; i++) {
            tallies.send(Command.to(stream, 1));
            service.awaitDelivered();
            assertThat(sums.find(stream).orElseThrow().version()).isEqualTo(i);
        }
        service.awaitDelivered();
    }

    @Test
    void aStreamThatIsParkedEndsTheWaitAtOnceAndIsNamedWithItsReason() throws Exception {
        tallies.send(Command.to(stream, 101));
        tallies.send(Command.to(stream, 1));
        try {
            assertThatThrownBy(() -> service.awaitDelivered(Duration.ofMinutes(5)))
                    .isExactlyInstanceOf(AssertionError.class)
                    .hasMessageStartingWith("2 events are not delivered: a stream is parked\n")
                    .as("the test's own settings go before those of the slice")
                    .hasMessageContaining(
                            "\n  parked after 2 attempts: " + stream + " 1 Counted: sums: ")
                    .hasMessageContaining("more than 100")
                    .hasMessageNotContaining("waiting");
        } finally {
            projection.limit.set(Integer.MAX_VALUE);
            delivery.retry(stream).get();
            service.awaitDelivered();
            projection.limit.set(Tally.Sums.LIMIT);
        }
    }

    @Test
    void aHandlerHasHandledEveryEventOnceTheServiceHasDelivered() {
        int before = printer.handled.get();
        for (int i = 1; i <= 20; i++) {
            tallies.send(Command.to(stream, 1));
            service.awaitDelivered();
            assertThat(printer.handled).hasValue(before + i);
        }
    }

    @Test
    void aHandlerThatParkedAStreamIsNamedWithItsReason() {
        printer.fails.set(true);
        tallies.send(Command.to(stream, 1));
        try {
            assertThatThrownBy(() -> service.awaitDelivered(Duration.ofMinutes(5)))
                    .isExactlyInstanceOf(AssertionError.class)
                    .hasMessageContaining(": a stream is parked\n")
                    .hasMessageContaining("the handler printer parked after 3 attempts: " + stream)
                    .hasMessageContaining("no paper");
        } finally {
            printer.fails.set(false);
            context.getBean(Handlers.class).retry("printer", stream);
        }
        await().atMost(Duration.ofMinutes(1))
                .until(() -> context.getBean(Handlers.class).parked("printer", 1).isEmpty());
        service.awaitDelivered();
    }

    @Test
    void eventsThatWaitAreNamedWhenTheTimeIsOver() {
        delivery.pause();
        try {
            tallies.send(Command.to(stream, 1));
            assertThatThrownBy(() -> service.awaitDelivered(AT_ONCE))
                    .hasMessageStartingWith(
                            "1 event is not delivered: the delivery is paused\n  waiting: "
                                    + stream
                                    + " 1 Counted");
        } finally {
            delivery.resume();
        }
        service.awaitDelivered();
    }

    @Test
    void theSliceHasTheDomainAndNoOtherComponent() {
        assertThat(context.getBean(Journal.class)).isInstanceOf(InMemoryJournal.class);
        assertThat(context.getBeansOfType(TallyMail.Mailer.class)).isEmpty();
        assertThat(context.getBeansOfType(AtomicInteger.class)).isEmpty();
    }

    /// The service's own settings, in application.properties, name another port and three members.
    @Test
    void theMemberListensOnLoopbackAtAPortThatTheSystemChose() {
        assertThat(context.getBean(Environment.class).getProperty("cobnut.hazelcast.port"))
                .isEqualTo("0");
        InetSocketAddress address =
                (InetSocketAddress)
                        context.getBean(HazelcastInstance.class)
                                .getLocalEndpoint()
                                .getSocketAddress();
        assertThat(address.getAddress().isLoopbackAddress()).isTrue();
        assertThat(address.getPort()).isGreaterThan(10_000);
    }
}
