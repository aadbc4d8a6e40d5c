package dev.cobnut.framework.journal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cobnut.framework.event.EventMetadata;
import dev.cobnut.framework.event.NewEvent;
import dev.cobnut.framework.event.Payload;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class WriterQueuesTest {

    @Test
    void appendsThatWouldTakeTooMuchMemoryAreRefusedUntilThoseBeforeAreTaken() {
        WriterQueues queues = new WriterQueues(100, 10_000);

        assertThat(queues.offer(append(6_000))).isTrue();
        assertThat(queues.offer(append(6_000))).isFalse();
        assertThat(queues.fullReason()).contains("bytes wait");
        assertThat(queues.offer(append(3_000))).isTrue();
        queues.take(100, _ -> {});
        assertThat(queues.bytes()).isZero();
        assertThat(queues.offer(append(6_000))).isTrue();
        queues.refuse("over");
        assertThat(queues.bytes()).isZero();
    }

    @Test
    void anAppendThatIsLargerThanTheLimitIsTakenAlone() {
        WriterQueues queues = new WriterQueues(100, 10_000);

        assertThat(queues.offer(append(20_000))).isTrue();
        assertThat(queues.offer(append(1))).isFalse();
    }

    @Test
    void aGroupHasNoMoreBytesThanItsLimitUnlessOneAppendHas() {
        WriterQueues queues = new WriterQueues(100, Long.MAX_VALUE);
        int half = (int) WriterQueues.GROUP_BYTES_MAX / 2;
        for (int bytes : new int[] {half, half + 1, 3 * half, 1}) {
            assertThat(queues.offer(append(bytes))).isTrue();
        }

        assertThat(queues.take(100, _ -> {}).appends()).hasSize(1);
        assertThat(queues.take(100, _ -> {}).appends()).hasSize(1);
        assertThat(queues.take(100, _ -> {}).appends()).hasSize(1);
        assertThat(queues.take(100, _ -> {}).appends()).hasSize(1);
        assertThat(queues.bytes()).isZero();
    }

    private static AppendRequest append(int bytes) {
        NewEvent event =
                new NewEvent(
                        UUID.randomUUID(),
                        "Large",
                        1,
                        Payload.of(new byte[bytes]),
                        EventMetadata.at(Appends.TIME));
        return AppendRequest.of(
                Appends.newStream(), new ExpectedVersion.NoStream(), List.of(event), null);
    }
}
