package dev.cobnut.test.guide;

import dev.cobnut.test.guide.VoucherEvent.VoucherIssued;
import dev.cobnut.test.guide.VoucherEvent.VoucherRedeemed;
import dev.cobnut.test.scenario.DomainScenario;
import dev.cobnut.test.scenario.ViewScenario;
import org.junit.jupiter.api.Test;

class VoucherViewTest {

    private final VoucherDecider vouchers = new VoucherDecider();
    private final ViewScenario<Voucher, VoucherEvent> view =
            ViewScenario.of(new VoucherView(vouchers), vouchers);

    @Test
    void aVoucherIsFoundByItsHolderUntilItIsEmpty() {
        ViewScenario<Voucher, VoucherEvent> issued =
                view.given(new VoucherIssued("ada", "EUR", 50_00));

        issued.thenValue(new Voucher("ada", "EUR", 50_00))
                .thenInLookup(VoucherView.BY_HOLDER, "ada");
        issued.given(new VoucherRedeemed(50_00, DomainScenario.NOW))
                .thenNotInLookup(VoucherView.BY_HOLDER, "ada");
    }
}
