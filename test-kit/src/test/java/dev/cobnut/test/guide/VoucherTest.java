package dev.cobnut.test.guide;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cobnut.test.guide.VoucherCommand.Issue;
import dev.cobnut.test.guide.VoucherCommand.Redeem;
import dev.cobnut.test.guide.VoucherEvent.VoucherIssued;
import dev.cobnut.test.guide.VoucherEvent.VoucherRedeemed;
import dev.cobnut.test.scenario.DomainScenario;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class VoucherTest {

    private static final Instant NOW = Instant.parse("2026-11-20T10:15:30Z");
    private static final VoucherIssued ISSUED = new VoucherIssued("ada", "EUR", 50_00);

    private final DomainScenario<Voucher, VoucherCommand, VoucherEvent> voucher =
            DomainScenario.of(new VoucherDecider()).at(NOW);

    @Test
    void aVoucherIsRedeemedInParts() {
        voucher.given(ISSUED)
                .when(new Redeem(30_00))
                .thenEvents(new VoucherRedeemed(30_00, NOW))
                .thenState(new Voucher("ada", "EUR", 20_00));
    }

    @Test
    void noMoreIsRedeemedThanIsLeft() {
        voucher.given(ISSUED, new VoucherRedeemed(30_00, NOW))
                .when(new Redeem(20_01))
                .thenRefused("voucher-too-small", "Only 2000 cents are left.");
    }

    @Test
    void aVoucherThatWasNotIssuedIsMissing() {
        voucher.when(new Redeem(1)).thenMissing();
    }

    @Test
    void aVoucherIsIssuedOnceAndRedeemedUntilItIsEmpty() {
        voucher.when(new Issue("ada", "EUR", 50_00))
                .thenEvents(ISSUED)
                .when(new Issue("eve", "EUR", 50_00))
                .thenRefused("voucher-exists")
                .when(new Redeem(50_00))
                .thenEvents(new VoucherRedeemed(50_00, NOW));
    }

    @Test
    void aVoucherOfTheTimeBeforeThereWereCurrenciesIsInEuro() {
        voucher.givenStored("VoucherIssued", 1, "{\"holder\":\"ada\",\"cents\":5000}")
                .thenHistory(ISSUED);
    }

    @Test
    void whatIsLeftIsNeverNegative() {
        Voucher left = voucher.given(ISSUED).givenCommands(new Redeem(50_00)).state();

        assertThat(left.cents()).isZero();
    }
}
