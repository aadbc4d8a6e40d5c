package dev.cobnut.web.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cobnut.web.problem.ProblemException;
import dev.cobnut.web.problem.ProblemType;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.Test;

class HeapRoomTest {

    private final MeterRegistry registry = new SimpleMeterRegistry();
    private final HeapRoom room = new HeapRoom(100, registry);

    @Test
    void whatDoesNotFitIsRefusedAndTheRoomComesBack() {
        room.take(60);

        assertThatThrownBy(() -> room.take(41))
                .isInstanceOfSatisfying(
                        ProblemException.class,
                        e -> {
                            assertThat(e.problem().type()).isEqualTo(ProblemType.UNAVAILABLE);
                            assertThat(e.problem().headers()).containsEntry("Retry-After", "1");
                        });
        assertThat(room.held()).isEqualTo(60);
        assertThat(registry.counter("http.refused").count()).isOne();

        room.give(60);
        room.take(41);
        assertThat(room.held()).isEqualTo(41);
    }

    @Test
    void aSinglePieceIsNotTooLargeForAnEmptyRoom() {
        room.take(1_000);

        assertThat(room.held()).isEqualTo(1_000);
        assertThatThrownBy(() -> room.take(1)).isInstanceOf(ProblemException.class);
    }
}
