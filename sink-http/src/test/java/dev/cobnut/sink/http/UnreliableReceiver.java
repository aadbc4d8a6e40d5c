package dev.cobnut.sink.http;

import static dev.cobnut.sink.http.Receiver.answer;

import com.sun.net.httpserver.HttpExchange;
import io.cloudevents.CloudEvent;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;

/// A receiver that fails 30 % of the requests, drawn from a seed. It takes an event before it
/// answers, and refuses a request whose signature is wrong.
final class UnreliableReceiver implements AutoCloseable {

    /// Sinks of these tests wait so long for an answer.
    static final Duration ANSWER_DEADLINE = Duration.ofMillis(400);

    enum Fault {
        /// The event is taken, and the answer is 204.
        NONE(70),
        /// The answer is 500, and the event is not taken.
        ERROR(9),
        /// The connection ends without an answer, and the event is not taken.
        CUT_BEFORE(6),
        /// The connection ends without an answer, and the event is taken.
        CUT_AFTER(6),
        /// The answer is 429 with a date or seconds, mostly in the past.
        PAUSE(4),
        /// The event is taken, and the answer comes after the deadline.
        SLOW_AFTER(2),
        /// The event is taken after the deadline.
        SLOW_BEFORE(3);

        private final int percent;

        Fault(int percent) {
            this.percent = percent;
        }

        static Fault draw(Random random) {
            int left = random.nextInt(100);
            for (Fault fault : values()) {
                left -= fault.percent;
                if (left < 0) {
                    return fault;
                }
            }
            throw new AssertionError("the shares make less than 100 %");
        }
    }

    private final Receiver receiver;
    private final Random random;
    private final List<Arrival> arrivals = Collections.synchronizedList(new ArrayList<>());
    private final Map<Fault, Integer> faults = new EnumMap<>(Fault.class);
    private final AtomicInteger forged = new AtomicInteger();

    UnreliableReceiver(long seed) throws IOException {
        random = new Random(seed);
        receiver = new Receiver();
        receiver.behave(this::receive);
    }

    private void receive(HttpExchange exchange, Receiver.Request request)
            throws IOException, InterruptedException {
        if (!request.isSignedWith(SentEvents.SECRET)) {
            forged.incrementAndGet();
            answer(exchange, 401, "");
            return;
        }
        switch (draw()) {
            case NONE -> {
                take(request);
                answer(exchange, 204, "");
            }
            case ERROR -> answer(exchange, 500, "out of order");
            case CUT_BEFORE -> exchange.close();
            case CUT_AFTER -> {
                take(request);
                exchange.close();
            }
            case PAUSE -> {
                exchange.getResponseHeaders().set("Retry-After", retryAfter());
                answer(exchange, 429, "");
            }
            case SLOW_AFTER -> {
                take(request);
                receiver.stall(2 * ANSWER_DEADLINE.toMillis());
                answer(exchange, 204, "");
            }
            case SLOW_BEFORE -> {
                receiver.stall(2 * ANSWER_DEADLINE.toMillis());
                take(request);
                answer(exchange, 204, "");
            }
        }
    }

    private synchronized Fault draw() {
        Fault fault = Fault.draw(random);
        faults.merge(fault, 1, Integer::sum);
        return fault;
    }

    private synchronized String retryAfter() {
        return switch (random.nextInt(10)) {
            case 0 -> "1";
            case 1, 2, 3 ->
                    DateTimeFormatter.RFC_1123_DATE_TIME.format(
                            ZonedDateTime.now(ZoneOffset.UTC).minusSeconds(5));
            default -> "0";
        };
    }

    private void take(Receiver.Request request) {
        CloudEvent event = request.event();
        arrivals.add(
                new Arrival(
                        event.getId(),
                        String.valueOf(event.getSubject()),
                        Long.parseLong(String.valueOf(event.getExtension("streamversion")))));
    }

    URI url() {
        return receiver.url();
    }

    List<Arrival> arrivals() {
        synchronized (arrivals) {
            return List.copyOf(arrivals);
        }
    }

    synchronized Map<Fault, Integer> faults() {
        return new EnumMap<>(faults);
    }

    /// Requests whose signature was wrong.
    int forged() {
        return forged.get();
    }

    @Override
    public void close() {
        receiver.close();
    }
}
