package dev.cobnut.web.guide;

import dev.cobnut.framework.boundary.Boundary;
import dev.cobnut.framework.boundary.StreamEvent;
import dev.cobnut.framework.command.Decision;
import dev.cobnut.framework.event.EventCodec;
import dev.cobnut.framework.event.EventQuery;
import dev.cobnut.framework.event.JsonEventCodec;
import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.event.Tag;
import dev.cobnut.web.problem.ProblemType;
import java.time.Instant;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

/// A voucher is redeemed once, and a customer redeems two of them: a rule across vouchers.
@Component
class Vouchers
        implements Boundary<Vouchers.Voucher, Vouchers.VoucherCommand, Vouchers.VoucherEvent> {

    static final ProblemType NO_SUCH_VOUCHER =
            new ProblemType(
                    "voucher-not-found",
                    404,
                    "There is no such voucher",
                    "No voucher with this code was ever issued.");

    private static final int PER_CUSTOMER_MAX = 2;

    /// @param customer of the command; null when it names none
    /// @param redeemed how many vouchers this customer has redeemed
    record Voucher(
            UUID code,
            @Nullable UUID customer,
            boolean issued,
            @Nullable UUID redeemedBy,
            int redeemed) {

        Voucher and(VoucherEvent event) {
            boolean isThis = event.code().equals(code);
            return switch (event) {
                case VoucherIssued _ -> new Voucher(code, customer, true, redeemedBy, redeemed);
                case VoucherRedeemed(_, var by) ->
                        new Voucher(
                                code,
                                customer,
                                issued,
                                isThis ? by : redeemedBy,
                                by.equals(customer) ? redeemed + 1 : redeemed);
            };
        }
    }

    sealed interface VoucherCommand {
        UUID code();
    }

    record Issue(UUID code) implements VoucherCommand {}

    record Redeem(UUID code, UUID customer) implements VoucherCommand {}

    sealed interface VoucherEvent {
        UUID code();
    }

    record VoucherIssued(UUID code) implements VoucherEvent {}

    record VoucherRedeemed(UUID code, UUID customer) implements VoucherEvent {}

    private final EventCodec<VoucherEvent> codec =
            JsonEventCodec.of(VoucherEvent.class, JsonMapper.shared()).withTags(Vouchers::tags);

    private static Set<Tag> tags(VoucherEvent event) {
        return switch (event) {
            case VoucherIssued(var code) -> Set.of(voucher(code));
            case VoucherRedeemed(var code, var customer) ->
                    Set.of(voucher(code), customer(customer));
        };
    }

    private static Tag voucher(UUID code) {
        return Tag.of("voucher", code.toString());
    }

    private static Tag customer(UUID customer) {
        return Tag.of("customer", customer.toString());
    }

    @Override
    public String name() {
        return "vouchers";
    }

    @Override
    public Set<String> categories() {
        return Set.of("voucher");
    }

    @Override
    public EventCodec<VoucherEvent> codec() {
        return codec;
    }

    @Override
    public EventQuery query(VoucherCommand command) {
        EventQuery voucher = EventQuery.tagged(voucher(command.code()));
        return switch (command) {
            case Issue _ -> voucher;
            case Redeem(_, var customer) -> voucher.or(EventQuery.tagged(customer(customer)));
        };
    }

    @Override
    public Voucher initial(VoucherCommand command) {
        UUID customer =
                switch (command) {
                    case Issue _ -> null;
                    case Redeem(_, var redeemer) -> redeemer;
                };
        return new Voucher(command.code(), customer, false, null, 0);
    }

    @Override
    public Voucher evolve(Voucher voucher, VoucherEvent event) {
        return voucher.and(event);
    }

    @Override
    public Decision<StreamEvent<VoucherEvent>> decide(
            Voucher voucher, VoucherCommand command, Instant now) {
        return switch (command) {
            case Issue _ when voucher.issued() -> Decision.accepted();
            case Issue(var code) -> recorded(new VoucherIssued(code));
            case Redeem _ when !voucher.issued() -> Decision.missing();
            case Redeem(_, var customer) when customer.equals(voucher.redeemedBy()) ->
                    Decision.accepted();
            case Redeem _ when voucher.redeemedBy() != null ->
                    Decision.refused("voucher-redeemed", "Somebody has redeemed this voucher.");
            case Redeem _ when voucher.redeemed() >= PER_CUSTOMER_MAX ->
                    Decision.refused("too-many-vouchers", "A customer redeems at most 2 vouchers.");
            case Redeem(var code, var customer) -> recorded(new VoucherRedeemed(code, customer));
        };
    }

    private static Decision<StreamEvent<VoucherEvent>> recorded(VoucherEvent event) {
        return Decision.accepted(
                StreamEvent.to(StreamId.of("voucher", event.code().toString()), event));
    }
}
