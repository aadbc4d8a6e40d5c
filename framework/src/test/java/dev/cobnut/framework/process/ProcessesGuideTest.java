package dev.cobnut.framework.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cobnut.framework.autoconfigure.CobnutAutoConfiguration;
import dev.cobnut.framework.autoconfigure.actuator.CobnutActuatorAutoConfiguration;
import dev.cobnut.framework.autoconfigure.actuator.HandlersEndpoint;
import dev.cobnut.framework.command.Command;
import dev.cobnut.framework.command.CommandGateway;
import dev.cobnut.framework.event.Versioned;
import dev.cobnut.framework.process.Booking.BookingCommand;
import dev.cobnut.framework.process.Booking.BookingDecider;
import dev.cobnut.framework.process.Booking.BookingExpired;
import dev.cobnut.framework.process.Booking.BookingPaid;
import dev.cobnut.framework.process.Booking.BookingRequested;
import dev.cobnut.framework.process.Booking.ConfirmBooking;
import dev.cobnut.framework.process.Booking.ExpireBooking;
import dev.cobnut.framework.process.Booking.RejectBooking;
import dev.cobnut.framework.process.Booking.RequestBooking;
import dev.cobnut.framework.process.Seat.FreeSeat;
import dev.cobnut.framework.process.Seat.HoldSeat;
import dev.cobnut.framework.process.Seat.InstallSeat;
import dev.cobnut.framework.process.Seat.SeatCommand;
import dev.cobnut.framework.process.Seat.SeatDecider;
import dev.cobnut.framework.process.Seat.SeatHeld;
import dev.cobnut.framework.tools.GuideCode;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/// The examples of `docs/processes.md`, and their process as a bean of a service.
class ProcessesGuideTest {

    private static final Path GUIDE = Path.of("..", "docs", "processes.md");
    private static final Path HERE = Path.of("src/test/java/dev/cobnut/framework/process");

    @Configuration(proxyBeanMethods = false)
    static class Rules {

        @Bean
        Process booking(
                CommandGateway<Booking, BookingCommand> bookings,
                CommandGateway<Seat, SeatCommand> seats) {
            return Process.named("booking")
                    .on(
                            BookingRequested.class,
                            (asked, on) -> {
                                String booking = on.event().stream().id();
                                on.send(seats, asked.seat(), new HoldSeat(booking))
                                        .whenRefused(no ->
                                                on.send(
                                                        bookings,
                                                        booking,
                                                        new RejectBooking(no.code())));
                            })
                    .on(
                            SeatHeld.class,
                            SeatHeld::booking,
                            (held, on) -> {
                                on.send(bookings, held.booking(), new ConfirmBooking());
                                on.after(
                                                Duration.ofMinutes(30),
                                                bookings,
                                                held.booking(),
                                                new ExpireBooking())
                                        .mayBeRefused();
                            })
                    .on(BookingPaid.class, (_, on) -> on.cancel(ExpireBooking.class))
                    .on(
                            BookingExpired.class,
                            (expired, on) -> on.send(seats, expired.seat(), new FreeSeat()));
        }
    }

    private static final AtomicReference<Instant> NOW =
            new AtomicReference<>(Instant.parse("2026-11-23T12:00:00Z"));

    @Configuration(proxyBeanMethods = false)
    static class Service {

        @Bean
        BookingDecider bookingRules() {
            return new BookingDecider();
        }

        @Bean
        SeatDecider seatRules() {
            return new SeatDecider();
        }

        @Bean
        MeterRegistry registry() {
            return new SimpleMeterRegistry();
        }

        @Bean
        InstantSource clock() {
            return NOW::get;
        }
    }

    record Gateways(
            CommandGateway<Booking, BookingCommand> bookings,
            CommandGateway<Seat, SeatCommand> seats) {}

    @TempDir Path data;

    @Test
    void everyExampleOfTheGuideIsPartOfATest() throws IOException {
        assertThat(
                        GuideCode.requireIn(
                                GUIDE,
                                HERE.resolve("ProcessesGuideTest.java"),
                                HERE.resolve("Seat.java")))
                .isPositive();
    }

    @Test
    void aProcessThatIsABeanWorksAndIsShownWithTheHandlers() {
        new ApplicationContextRunner()
                .withConfiguration(
                        AutoConfigurations.of(
                                CobnutAutoConfiguration.class,
                                CobnutActuatorAutoConfiguration.class))
                .withUserConfiguration(Service.class, Rules.class, Gateways.class)
                .withPropertyValues(
                        "cobnut.data=" + data,
                        "cobnut.hazelcast.cluster-name=test-" + UUID.randomUUID())
                .run(context -> {
                    var bookings = context.getBean(Gateways.class).bookings();
                    var seats = context.getBean(Gateways.class).seats();
                    var _ = seats.send(Command.to(seats.stream("A7"), new InstallSeat()));
                    var _ =
                            bookings.send(
                                    Command.to(bookings.stream("1"), new RequestBooking("A7")));
                    awaitStatus(bookings, "confirmed");
                    NOW.set(NOW.get().plus(Duration.ofMinutes(30)));
                    awaitStatus(bookings, "expired");

                    assertThat(context.getBean(HandlersEndpoint.class).handlers().handlers())
                            .extracting(HandlersEndpoint.Handler::name)
                            .containsExactly("booking", "booking-timers");
                    // not a number while the journal takes long to answer
                    BookingNode.await(() ->
                            context.getBean(MeterRegistry.class)
                                            .get("process.timers.overdue")
                                            .tag("process", "booking")
                                            .gauge()
                                            .value()
                                    == 0);
                });
    }

    private static void awaitStatus(
            CommandGateway<Booking, BookingCommand> bookings, String status) {
        BookingNode.await(() ->
                bookings.state(bookings.stream("1"))
                        .map(Versioned::state)
                        .map(Booking::status)
                        .orElse("")
                        .equals(status));
    }
}
