package dev.cobnut.test.guide;

import dev.cobnut.framework.event.Payload;
import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.view.Projection;
import dev.cobnut.test.guide.VoucherEvent.VoucherIssued;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

/// Vouchers by their holder, as long as something is left on them.
@Component
final class VoucherView implements Projection<Voucher> {

    static final String BY_HOLDER = "vouchers-by-holder";

    private final VoucherDecider vouchers;

    VoucherView(VoucherDecider vouchers) {
        this.vouchers = vouchers;
    }

    @Override
    public String name() {
        return "vouchers";
    }

    @Override
    public Set<String> categories() {
        return Set.of(vouchers.category());
    }

    @Override
    public @Nullable Voucher apply(@Nullable Voucher current, RecordedEvent event) {
        return vouchers.codec().fold(current, event, vouchers::evolve);
    }

    @Override
    public Payload encode(Voucher voucher) {
        return Payload.of(JsonMapper.shared().writeValueAsBytes(voucher));
    }

    @Override
    public Voucher decode(Payload payload) {
        return JsonMapper.shared().readValue(payload.bytes(), Voucher.class);
    }

    @Override
    public List<LookupRow> lookups(Voucher after, RecordedEvent event) {
        if (after.cents() == 0) {
            return List.of(LookupRow.remove(BY_HOLDER, after.holder()));
        }
        return vouchers.codec().decodeAll(event).stream().anyMatch(VoucherIssued.class::isInstance)
                ? List.of(LookupRow.put(BY_HOLDER, after.holder()))
                : List.of();
    }
}
