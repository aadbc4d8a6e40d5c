package dev.cobnut.sink.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.cobnut.framework.autoconfigure.CobnutAutoConfiguration;
import dev.cobnut.framework.handler.Handlers;
import dev.cobnut.framework.journal.Journal;
import dev.cobnut.framework.journal.ParkedStream;
import dev.cobnut.sink.http.autoconfigure.HttpSinkAutoConfiguration;
import java.nio.file.Path;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/// A service whose only configuration of a sink is its settings.
class SinkServiceTest {

    @TempDir Path data;

    @Test
    void eventsOfAServiceArriveAndAStreamThatIsRefusedIsParkedUntilItIsRetried() throws Exception {
        try (Receiver receiver = new Receiver()) {
            receiver.behave((exchange, request) -> {
                boolean isRefused = "card-2".equals(request.event().getSubject());
                Receiver.answer(exchange, isRefused ? 410 : 200, isRefused ? "no more" : "");
            });
            new ApplicationContextRunner()
                    .withConfiguration(
                            AutoConfigurations.of(
                                    CobnutAutoConfiguration.class, HttpSinkAutoConfiguration.class))
                    .withPropertyValues(
                            "cobnut.data=" + data,
                            "cobnut.hazelcast.cluster-name=test-" + UUID.randomUUID(),
                            "cobnut.sink.http.name=billing",
                            "cobnut.sink.http.url=" + receiver.url(),
                            "cobnut.sink.http.source=/library",
                            "cobnut.sink.http.categories=card",
                            "cobnut.sink.http.secrets=" + SentEvents.SECRET)
                    .run(context -> {
                        Journal journal = context.getBean(Journal.class);
                        Handlers handlers = context.getBean(Handlers.class);
                        SentEvents.append(journal, SentEvents.card(1));
                        SentEvents.append(journal, SentEvents.card(2));
                        SentEvents.append(journal, SentEvents.card(2));
                        SentEvents.append(journal, SentEvents.card(1));
                        await().atMost(SentEvents.SOON)
                                .until(() -> handlers.statuses().getFirst().parked() == 1);
                        ParkedStream parked = handlers.parked("billing", 1).getFirst();
                        assertThat(parked.stream()).isEqualTo(SentEvents.card(2));
                        assertThat(parked.version()).isEqualTo(1);
                        assertThat(parked.attempts()).isEqualTo(1);
                        assertThat(parked.failure())
                                .isEqualTo(
                                        receiver.url()
                                                + " answered 410: no more; it is not asked again"
                                                + " until the stream is retried");
                        await().atMost(SentEvents.SOON)
                                .until(() -> handlers.statuses().getFirst().behind() == 0);
                        assertThat(receiver.requests()).hasSize(3);

                        receiver.answerWith(200, "");
                        assertThat(handlers.retry("billing", SentEvents.card(2))).isTrue();
                        await().atMost(SentEvents.SOON)
                                .until(() -> handlers.statuses().getFirst().parked() == 0);
                        assertThat(receiver.requests())
                                .hasSize(5)
                                .allMatch(request -> request.isSignedWith(SentEvents.SECRET));
                    });
        }
    }
}
