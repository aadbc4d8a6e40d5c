package dev.cobnut.test.guide;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cobnut.framework.command.Command;
import dev.cobnut.framework.command.CommandGateway;
import dev.cobnut.framework.command.CommandResult;
import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.view.View;
import dev.cobnut.test.guide.VoucherCommand.Issue;
import dev.cobnut.test.guide.VoucherCommand.Redeem;
import dev.cobnut.test.slice.CobnutTest;
import dev.cobnut.test.slice.ServiceUnderTest;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;

@CobnutTest
class VoucherServiceTest {

    private final StreamId stream = StreamId.of("voucher", UUID.randomUUID().toString());

    @Test
    void aVoucherIsFoundByItsHolderOnceItsEventIsDelivered(
            @Autowired CommandGateway<Voucher, VoucherCommand> vouchers,
            @Autowired ServiceUnderTest service,
            @Autowired View<Voucher> view) {
        vouchers.send(Command.beginning(stream, new Issue("ada", "EUR", 50_00)));
        assertThat(vouchers.send(Command.to(stream, new Redeem(30_00))))
                .isInstanceOf(CommandResult.Accepted.class);

        service.awaitDelivered();

        assertThat(view.idsByLookup(VoucherView.BY_HOLDER, "ada", null, 10)).contains(stream);
        assertThat(view.find(stream).orElseThrow().value().cents()).isEqualTo(20_00);
    }
}
