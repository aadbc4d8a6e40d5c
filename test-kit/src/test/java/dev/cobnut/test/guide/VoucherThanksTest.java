package dev.cobnut.test.guide;

import dev.cobnut.framework.command.Command;
import dev.cobnut.framework.event.StreamId;
import dev.cobnut.test.guide.VoucherCommand.Issue;
import dev.cobnut.test.guide.VoucherEvent.VoucherIssued;
import dev.cobnut.test.guide.VoucherEvent.VoucherRedeemed;
import dev.cobnut.test.guide.VoucherThanks.Mail;
import dev.cobnut.test.scenario.HandlerScenario;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class VoucherThanksTest {

    private static final Instant NOW = Instant.parse("2026-11-20T10:15:30Z");
    private static final Instant IN_30_DAYS = Instant.parse("2026-12-20T10:15:30Z");

    private final VoucherDecider vouchers = new VoucherDecider();
    private final HandlerScenario<VoucherEvent> thanks =
            HandlerScenario.of(
                            vouchers,
                            around ->
                                    VoucherThanks.handler(
                                            around::capture,
                                            around.gateway(vouchers),
                                            around.clock()))
                    .stream("7")
                    .at(NOW)
                    .given(new VoucherIssued("ada", "EUR", 50_00));

    @Test
    void whoEmptiesAVoucherGetsAMailAndAnotherVoucher() {
        thanks.when(new VoucherRedeemed(50_00, NOW))
                .thenEffects(new Mail("ada", IN_30_DAYS))
                .thenCommands(
                        Command.to(
                                StreamId.of("voucher", "bonus-7"), new Issue("ada", "EUR", 5_00)));
    }

    @Test
    void aVoucherThatIsNotEmptyLeadsToNothing() {
        thanks.when(new VoucherRedeemed(20_00, NOW)).thenNoEffects().thenNoCommands();
    }

    @Test
    void anEventThatComesAgainLeadsToTheSameCommand() {
        thanks.when(new VoucherRedeemed(50_00, NOW))
                .again()
                .thenEffects(new Mail("ada", IN_30_DAYS))
                .thenCommands(
                        Command.to(
                                StreamId.of("voucher", "bonus-7"), new Issue("ada", "EUR", 5_00)));
    }

    @Test
    void aMailServerThatIsAwayIsAFailure() {
        HandlerScenario.of(
                        vouchers,
                        around ->
                                VoucherThanks.handler(
                                        _ -> {
                                            throw new IllegalStateException("no mail server");
                                        },
                                        around.gateway(vouchers),
                                        around.clock()))
                .given(new VoucherIssued("ada", "EUR", 50_00))
                .when(new VoucherRedeemed(50_00, NOW))
                .thenFails(IllegalStateException.class);
    }
}
