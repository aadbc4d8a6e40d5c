package dev.cobnut.orders.api;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cobnut.framework.event.EventMetadata;
import dev.cobnut.framework.event.EventPage;
import dev.cobnut.framework.event.Payload;
import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.journal.JournalException;
import dev.cobnut.web.problem.ProblemException;
import dev.cobnut.web.problem.ProblemType;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.context.annotation.Import;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/// Pages of events whose journal fails while they are written.
@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT)
@Import(ScriptedOrders.Wiring.class)
class CutAnswerApiTest {

    private static final String EVENTS = "/orders/019aa2f4-5b1c-7c3e-8f10-2b7d3c9e4a55/events";

    @SuppressWarnings("NullAway.Init") // before all tests
    @TempDir
    private static Path folder;

    @LocalServerPort private int port;

    @SuppressWarnings("NullAway.Init") // injected
    @Autowired
    private ScriptedOrders orders;

    @SuppressWarnings("NullAway.Init") // before each test
    private ApiClient api;

    @DynamicPropertySource
    static void dataFolder(DynamicPropertyRegistry properties) {
        properties.add("cobnut.data", folder::toString);
    }

    @BeforeEach
    void connect() {
        api = ApiClient.on(port);
    }

    @Test
    void aPageThatCannotBeReadToItsEndNeverLooksComplete() {
        orders.events((after, limit) -> {
            if (limit == 1) { // whether there is a next page
                return List.of();
            }
            if (after > 0) {
                throw new JournalException("the disk is gone", null);
            }
            return List.of(event(EventPage.BYTES_MAX));
        });

        assertThatThrownBy(() -> api.get(EVENTS)).hasCauseInstanceOf(IOException.class);
    }

    @Test
    void aFailureBeforeTheFirstBytesHaveLeftIsAnswered() {
        orders.events((after, limit) -> {
            if (after > 0) {
                throw new JournalException("the disk is gone", null);
            }
            return List.of(event(10));
        });

        api.get(EVENTS + "?limit=1").isProblem(ProblemType.UNAVAILABLE);
    }

    @Test
    void aListThatFindsNoRoomIsRefusedBeforeItsFirstBytesHaveLeftAndCutAfterThem() {
        List<String> ids = IntStream.range(0, 6).mapToObj(i -> new UUID(1, i).toString()).toList();
        for (int lines : new int[] {1, 100}) {
            orders.orders(
                    ids,
                    some -> {
                        if (!some.contains(ids.getFirst())) {
                            throw ProblemException.unavailable("There is no room.", 1);
                        }
                        return some.stream().map(_ -> OrderPagesTest.order(lines)).toList();
                    });
            if (lines == 1) {
                api.get("/orders?customerId=ada").isProblem(ProblemType.UNAVAILABLE);
            } else {
                assertThatThrownBy(() -> api.get("/orders?customerId=ada"))
                        .hasCauseInstanceOf(IOException.class);
            }
        }
    }

    private static RecordedEvent event(int bytes) {
        return new RecordedEvent(
                new UUID(1, 2),
                StreamId.of("order", "019aa2f4-5b1c-7c3e-8f10-2b7d3c9e4a55"),
                1,
                "OrderPlaced",
                1,
                Payload.ofUtf8('"' + "x".repeat(bytes) + '"'),
                EventMetadata.at(Instant.EPOCH),
                1,
                1);
    }
}
