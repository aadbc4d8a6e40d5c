package dev.cobnut.test.guide;

import dev.cobnut.framework.command.Decider;
import dev.cobnut.framework.command.Decision;
import dev.cobnut.framework.event.EventCodec;
import dev.cobnut.framework.event.JsonEventCodec;
import dev.cobnut.framework.event.Upcaster;
import dev.cobnut.test.guide.VoucherCommand.Issue;
import dev.cobnut.test.guide.VoucherCommand.Redeem;
import dev.cobnut.test.guide.VoucherEvent.VoucherIssued;
import dev.cobnut.test.guide.VoucherEvent.VoucherRedeemed;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

@Component
final class VoucherDecider implements Decider<Voucher, VoucherCommand, VoucherEvent> {

    private final EventCodec<VoucherEvent> codec =
            JsonEventCodec.of(
                    VoucherEvent.class,
                    JsonMapper.shared(),
                    new Upcaster("VoucherIssued", 1, payload -> payload.put("currency", "EUR")));

    @Override
    public String category() {
        return "voucher";
    }

    @Override
    public EventCodec<VoucherEvent> codec() {
        return codec;
    }

    @Override
    public Decision<VoucherEvent> decide(
            @Nullable Voucher voucher, VoucherCommand command, Instant now) {
        return switch (command) {
            case Issue(var holder, var currency, var cents) when voucher == null ->
                    new Decision.Accepted<>(List.of(new VoucherIssued(holder, currency, cents)));
            case Issue _ -> new Decision.Refused<>("voucher-exists", "It was issued before.");
            case Redeem _ when voucher == null -> new Decision.Missing<>();
            case Redeem(var cents) when cents > voucher.cents() ->
                    new Decision.Refused<>(
                            "voucher-too-small", "Only " + voucher.cents() + " cents are left.");
            case Redeem(var cents) ->
                    new Decision.Accepted<>(List.of(new VoucherRedeemed(cents, now)));
        };
    }

    @Override
    public Voucher evolve(@Nullable Voucher voucher, VoucherEvent event) {
        return switch (event) {
            case VoucherIssued(var holder, var currency, var cents) ->
                    new Voucher(holder, currency, cents);
            case VoucherRedeemed(var cents, _) when voucher != null ->
                    new Voucher(voucher.holder(), voucher.currency(), voucher.cents() - cents);
            case VoucherRedeemed _ ->
                    throw new IllegalStateException("the events begin with VoucherIssued");
        };
    }
}
