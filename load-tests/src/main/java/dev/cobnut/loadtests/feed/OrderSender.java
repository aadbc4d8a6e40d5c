package dev.cobnut.loadtests.feed;

import dev.cobnut.loadtests.orders.OrderBodies;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Places orders at a fixed rate over one connection, by turns for all customers, and confirms
/// some. All senders share the schedule. Those that come late send at once.
final class OrderSender implements Runnable {

    /// One of so many orders is confirmed at once.
    private static final int CONFIRMED_DIVISOR = 4;

    private static final int ANSWER_MS_MAX = 10_000;
    private static final long RETRY_MS = 50;

    /// @param begin of the first order, by the system's clock of nanoseconds
    record Schedule(
            AtomicLong next, long begin, long everyNanos, int customers, AtomicBoolean goesOn) {}

    private record Answer(int status, String order, long version) {}

    private final Supplier<InetSocketAddress> service;
    private final Schedule schedule;
    private final FeedLedger ledger;
    private @Nullable Socket socket;
    private @Nullable InputStream in;

    OrderSender(Supplier<InetSocketAddress> service, Schedule schedule, FeedLedger ledger) {
        this.service = service;
        this.schedule = schedule;
        this.ledger = ledger;
    }

    @Override
    public void run() {
        try {
            while (schedule.goesOn().get()) {
                long number = schedule.next().getAndIncrement();
                long wait = schedule.begin() + number * schedule.everyNanos() - System.nanoTime();
                if (wait > 0) {
                    TimeUnit.NANOSECONDS.sleep(wait);
                }
                place(number, "customer-" + number % schedule.customers());
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } finally {
            leave();
        }
    }

    private void place(long number, String customer) throws InterruptedException {
        try {
            Answer placed = send("/orders", OrderBodies.placement(customer, "Ada"));
            if (placed.status() == 201) {
                ledger.answered(customer, placed.order(), 1, System.nanoTime());
                if (number % CONFIRMED_DIVISOR == 0) {
                    Answer confirmed = send("/orders/" + placed.order() + "/confirm", "{}");
                    if (confirmed.status() == 200) {
                        ledger.answered(
                                customer, placed.order(), confirmed.version(), System.nanoTime());
                    }
                }
            }
        } catch (IOException _) {
            // The service was killed. What became of the order, nobody was told.
            leave();
            TimeUnit.MILLISECONDS.sleep(RETRY_MS);
        }
    }

    private Answer send(String path, String body) throws IOException {
        Socket open = socket;
        InputStream input = in;
        if (open == null || input == null) {
            open = new Socket();
            socket = open;
            open.setSoTimeout(ANSWER_MS_MAX);
            open.setTcpNoDelay(true);
            open.connect(service.get(), ANSWER_MS_MAX);
            input = new BufferedInputStream(open.getInputStream());
            in = input;
        }
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        open.getOutputStream()
                .write(
                        "POST %s HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s"
                                .formatted(path, bytes.length, body)
                                .getBytes(StandardCharsets.UTF_8));
        int status = Integer.parseInt(FeedReader.line(input).substring(9, 12));
        int length = 0;
        String order = "";
        long version = 0;
        for (String line = FeedReader.line(input); !line.isEmpty(); line = FeedReader.line(input)) {
            if (line.startsWith("Content-Length: ")) {
                length = Integer.parseInt(line.substring(16));
            } else if (line.startsWith("Location: /orders/")) {
                order = line.substring(18);
            } else if (line.startsWith("ETag: \"")) {
                version = Long.parseLong(line.substring(7, line.length() - 1));
            }
        }
        if (input.readNBytes(length).length < length) {
            throw new EOFException();
        }
        return new Answer(status, order, version);
    }

    private void leave() {
        Socket open = socket;
        socket = null;
        in = null;
        if (open != null) {
            try {
                open.close();
            } catch (IOException _) {
                // It is closed all the same.
            }
        }
    }
}
