package dev.cobnut.test.guide;

import dev.cobnut.framework.command.Command;
import dev.cobnut.framework.command.CommandGateway;
import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.handler.Handler;
import dev.cobnut.test.guide.VoucherCommand.Issue;
import dev.cobnut.test.guide.VoucherEvent.VoucherRedeemed;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/// Whoever empties a voucher gets a mail and another voucher over a tenth of what was redeemed
/// last.
final class VoucherThanks {

    interface Mailbox {
        void send(Mail mail);
    }

    record Mail(String to, Instant validUntil) {}

    private static final Duration VALID = Duration.ofDays(30);

    private VoucherThanks() {}

    static Handler handler(
            Mailbox mailbox,
            CommandGateway<Voucher, VoucherCommand> vouchers,
            InstantSource clock) {
        return Handler.named("voucher-thanks")
                .on(
                        VoucherRedeemed.class,
                        (redeemed, event) -> {
                            Voucher voucher = vouchers.state(event.stream()).orElseThrow().state();
                            if (voucher.cents() > 0) {
                                return;
                            }
                            StreamId bonus = StreamId.of("voucher", "bonus-" + event.stream().id());
                            Issue issue =
                                    new Issue(
                                            voucher.holder(),
                                            voucher.currency(),
                                            redeemed.cents() / 10);
                            var _ = vouchers.send(Command.to(bonus, issue));
                            mailbox.send(new Mail(voucher.holder(), clock.instant().plus(VALID)));
                        });
    }
}
