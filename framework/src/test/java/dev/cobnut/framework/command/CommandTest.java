package dev.cobnut.framework.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.journal.CommandKey;
import java.util.List;
import org.junit.jupiter.api.Test;

class CommandTest {

    private static final StreamId STREAM = StreamId.of("counter", "1");
    private static final CommandKey KEY = new CommandKey("k1", "f00d");

    private final Command<String> plain = Command.to(STREAM, "add");

    @Test
    void everyStepSetsItsPartAndKeepsTheOthers() {
        assertThat(
                        plain.expecting(3)
                                .withKey(KEY)
                                .causedBy("event-7")
                                .correlatedBy("basket-7")
                                .tracedBy("00-trace"))
                .isEqualTo(
                        new Command<>(
                                STREAM, "add", false, 3L, KEY, "event-7", "basket-7", "00-trace"))
                .isEqualTo(
                        plain.tracedBy("00-trace")
                                .correlatedBy("basket-7")
                                .causedBy("event-7")
                                .withKey(KEY)
                                .expecting(3));
        assertThat(Command.beginning(STREAM, "add").withKey(KEY).begins()).isTrue();
    }

    @Test
    void aStepLeavesTheCommandThatItStartedFrom() {
        assertThat(plain.withKey(KEY)).isNotEqualTo(plain);
        assertThat(plain.key()).isNull();
    }

    @Test
    void absentPartsMakeNoCopy() {
        assertThat(
                        plain.expecting(null)
                                .withKey(null)
                                .causedBy(null)
                                .correlatedBy(null)
                                .tracedBy(null))
                .isSameAs(plain);
    }

    @Test
    void nullRemovesAPart() {
        assertThat(plain.expecting(3).withKey(KEY).expecting(null).withKey(null)).isEqualTo(plain);
        assertThat(
                        plain.causedBy("a")
                                .correlatedBy("b")
                                .tracedBy("c")
                                .causedBy(null)
                                .correlatedBy(null)
                                .tracedBy(null))
                .isEqualTo(plain);
    }

    @Test
    void decisionsAreWrittenShort() {
        assertThat(Decision.accepted("a", "b"))
                .isEqualTo(new Decision.Accepted<>(List.of("a", "b")));
        assertThat(Decision.accepted()).isEqualTo(new Decision.Accepted<>(List.of()));
        assertThat(Decision.refused("too-late", "It is too late."))
                .isEqualTo(new Decision.Refused<>("too-late", "It is too late."));
        assertThat(Decision.missing()).isEqualTo(new Decision.Missing<>());
    }
}
