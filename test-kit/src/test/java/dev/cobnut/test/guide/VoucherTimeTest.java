package dev.cobnut.test.guide;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.cobnut.framework.command.Command;
import dev.cobnut.framework.command.CommandGateway;
import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.process.Process;
import dev.cobnut.framework.view.View;
import dev.cobnut.test.guide.VoucherCommand.Issue;
import dev.cobnut.test.slice.CobnutTest;
import dev.cobnut.test.slice.ServiceUnderTest;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.context.annotation.Bean;

@CobnutTest
class VoucherTimeTest {

    @TestConfiguration
    static class Time {

        final AtomicReference<Instant> now = new AtomicReference<>(Instant.now());

        @Bean
        InstantSource clock() {
            return now::get;
        }

        @Bean
        Process bonus(CommandGateway<Voucher, VoucherCommand> vouchers) {
            return VoucherBonus.process(vouchers);
        }
    }

    @Test
    void whoLeavesAVoucherUntouchedForThirtyDaysHasAnotherOne(
            @Autowired CommandGateway<Voucher, VoucherCommand> vouchers,
            @Autowired ServiceUnderTest service,
            @Autowired Time time,
            @Autowired View<Voucher> view) {
        vouchers.send(
                Command.beginning(StreamId.of("voucher", "7"), new Issue("ada", "EUR", 50_00)));
        service.awaitDelivered();
        assertThat(view.find(StreamId.of("voucher", "bonus-7"))).isEmpty();

        time.now.updateAndGet(now -> now.plus(Duration.ofDays(30)));

        await().atMost(Duration.ofMinutes(1))
                .until(() -> view.find(StreamId.of("voucher", "bonus-7")).isPresent());
    }
}
