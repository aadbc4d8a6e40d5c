package dev.cobnut.test.guide;

import dev.cobnut.test.guide.VoucherCommand.Issue;
import dev.cobnut.test.guide.VoucherEvent.VoucherIssued;
import dev.cobnut.test.guide.VoucherEvent.VoucherRedeemed;
import dev.cobnut.test.scenario.ProcessScenario;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class VoucherBonusTest {

    private static final Instant NOW = Instant.parse("2026-11-20T10:15:30Z");
    private static final Instant IN_30_DAYS = Instant.parse("2026-12-20T10:15:30Z");

    private final VoucherDecider vouchers = new VoucherDecider();
    private final ProcessScenario<VoucherEvent> bonus =
            ProcessScenario.of(vouchers, around -> VoucherBonus.process(around.gateway(vouchers)))
                    .stream("7")
                    .at(NOW);

    @Test
    void whoLeavesAVoucherUntouchedGetsAnotherOne() {
        bonus.when(new VoucherIssued("ada", "EUR", 50_00))
                .thenNoCommands()
                .thenTimer("bonus", IN_30_DAYS)
                .whenPassed(Duration.ofDays(30))
                .thenContents(new Issue("ada", "EUR", 5_00));
    }

    @Test
    void whoRedeemsItGetsNone() {
        bonus.given(new VoucherIssued("ada", "EUR", 50_00))
                .when(new VoucherRedeemed(20_00, NOW))
                .thenNoTimers()
                .whenPassed(Duration.ofDays(30))
                .thenNoCommands();
    }
}
