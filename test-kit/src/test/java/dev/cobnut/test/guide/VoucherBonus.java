package dev.cobnut.test.guide;

import dev.cobnut.framework.command.CommandGateway;
import dev.cobnut.framework.process.Process;
import dev.cobnut.test.guide.VoucherCommand.Issue;
import dev.cobnut.test.guide.VoucherEvent.VoucherIssued;
import dev.cobnut.test.guide.VoucherEvent.VoucherRedeemed;
import java.time.Duration;

/// Whoever leaves a voucher untouched for 30 days gets another one over a tenth of it.
final class VoucherBonus {

    private VoucherBonus() {}

    static Process process(CommandGateway<Voucher, VoucherCommand> vouchers) {
        return Process.named("voucher-bonus")
                .on(
                        VoucherIssued.class,
                        (issued, on) -> {
                            String id = on.event().stream().id();
                            if (!id.startsWith("bonus-")) {
                                Issue bonus =
                                        new Issue(
                                                issued.holder(),
                                                issued.currency(),
                                                issued.cents() / 10);
                                on.after(Duration.ofDays(30), vouchers, "bonus-" + id, bonus)
                                        .named("bonus");
                            }
                        })
                .on(VoucherRedeemed.class, (_, on) -> on.cancel("bonus"));
    }
}
