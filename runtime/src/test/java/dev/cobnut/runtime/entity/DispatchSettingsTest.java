package dev.cobnut.runtime.entity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cobnut.runtime.mailbox.MailboxKind;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class DispatchSettingsTest {

    private static final Duration MINUTE = Duration.ofMinutes(1);

    @Test
    void theDefaultsAreAllowed() {
        assertThat(DispatchSettings.defaults())
                .isEqualTo(new DispatchSettings(256, MailboxKind.MPSC, 10_000, MINUTE, 64));
    }

    @Test
    void aValueOutsideItsRangeIsRefusedWithAnExplanation() {
        assertThatThrownBy(() -> new DispatchSettings(0, MailboxKind.MPSC, 1, MINUTE, 1))
                .hasMessage("mailboxCapacity must be from 1 to 65536 messages, but was 0");
        assertThatThrownBy(() -> new DispatchSettings(65_537, MailboxKind.MPSC, 1, MINUTE, 1))
                .hasMessage("mailboxCapacity must be from 1 to 65536 messages, but was 65537");
        assertThatThrownBy(() -> new DispatchSettings(1, MailboxKind.MPSC_UNBOUNDED, 1, MINUTE, 1))
                .hasMessage("mailbox must be a kind with a bound, but was MPSC_UNBOUNDED");
        assertThatThrownBy(() -> new DispatchSettings(1, MailboxKind.MPSC, 0, MINUTE, 1))
                .hasMessage("residentMax must be at least 1 entity, but was 0");
        assertThatThrownBy(() -> new DispatchSettings(1, MailboxKind.MPSC, 1, Duration.ZERO, 1))
                .hasMessage("idleAfter must be longer than zero and at most PT24H, but was PT0S");
        assertThatThrownBy(() -> new DispatchSettings(1, MailboxKind.MPSC, 1, MINUTE, 0))
                .hasMessage("turnBatchMax must be at least 1 message, but was 0");
    }
}
