package dev.cobnut.sink.http;

import dev.cobnut.framework.event.CloudEventFormat;
import dev.cobnut.framework.event.Payload;
import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.event.UnreadableEventException;
import dev.cobnut.framework.handler.EventHandler;
import dev.cobnut.framework.handler.ParkStreamException;
import dev.cobnut.framework.handler.ReceiverPause;
import dev.cobnut.framework.handler.RetryLaterException;
import dev.cobnut.framework.handler.Start;
import dev.cobnut.sink.http.Transport.Answer;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.URI;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import javax.net.ssl.SSLHandshakeException;
import org.jspecify.annotations.Nullable;

/// Sends each event to a URL, as a CloudEvent in JSON ([CloudEventFormat]) with the headers of
/// Standard Webhooks. A bean of this type is all that is needed:
///
/// ```java
/// @Bean
/// HttpSink billing() {
///     return HttpSink.named("billing")
///             .to(URI.create("https://billing.example/events"))
///             .source(URI.create("/shop"))
///             .categories("order")
///             .secrets("whsec_…")
///             .build();
/// }
/// ```
///
/// An answer 2xx means that the receiver has the event. Order, retries and parking are those of an
/// [EventHandler]; the receiver recognises repetitions by `webhook-id`, which is the event's id.
///
/// | the receiver | then |
/// |---|---|
/// | answers 2xx | the event is handled |
/// | answers 429 or 503, or cannot be connected | all streams wait; no attempt is counted |
/// | answers 408, 425 or another 5xx, breaks off, or is silent | a failed attempt of this event |
/// | answers anything else, also a redirect | the stream is parked at once |
///
/// Thread-safe.
public final class HttpSink implements EventHandler {

    /// Most characters of an answer in the reason of a parked stream.
    private static final int SHOWN_MAX = 200;

    private static final Logger LOG = System.getLogger(HttpSink.class.getName());

    private final String name;
    private final URI url;
    private final Set<String> categories;
    private final Set<String> types;
    private final Start start;
    private final CloudEventFormat format;
    private final WebhookSignature signature;
    private final Map<String, String> headers;
    private final Duration answerDeadline;
    private final Duration pauseMax;
    private final InstantSource clock;
    private final Predicate<RecordedEvent> filter;
    private final Transport transport;
    private final boolean isGuarded;
    private final ReceiverPause pause;

    HttpSink(
            HttpSinkBuilder given,
            CloudEventFormat format,
            WebhookSignature signature,
            URI url,
            Transport transport,
            InstantSource clock,
            LongSupplier nanoTime) {
        this.name = given.name;
        this.url = url;
        this.categories = Set.copyOf(given.categories);
        this.types = Set.copyOf(given.types);
        this.start = given.start;
        this.format = format;
        this.signature = signature;
        this.headers = Map.copyOf(given.headers);
        this.answerDeadline = given.answerDeadline;
        this.pauseMax = given.pauseMax;
        this.clock = clock;
        this.filter = given.filter;
        this.isGuarded = given.client != null;
        this.transport = transport;
        this.pause = new ReceiverPause(nanoTime);
    }

    /// Begins the description of a sink.
    ///
    /// @param name of its cursor, see [EventHandler#name]
    public static HttpSinkBuilder named(String name) {
        return new HttpSinkBuilder(name);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Start start() {
        return start;
    }

    @Override
    public Set<String> categories() {
        return categories;
    }

    /// True when the event is one of those that are sent.
    public boolean accepts(RecordedEvent event) {
        return (types.isEmpty() || types.contains(event.type())) && filter.test(event);
    }

    /// @throws RetryLaterException while the receiver is not there, or asks for a pause
    /// @throws ParkStreamException when the receiver refuses the event
    /// @throws IOException when the receiver failed, or gave no answer in time
    @Override
    public void handle(RecordedEvent event)
            throws RetryLaterException, ParkStreamException, IOException, InterruptedException {
        if (!accepts(event)) {
            return;
        }
        pause.requireOver();
        Answer answer = send(request(event));
        int status = answer.status();
        if (status == 429 || status == 503) {
            waitAsAsked(answer);
        }
        if (pause.answered()) {
            LOG.log(told(Level.INFO), "The receiver of the sink {0} answers again.", name);
        }
        if (status / 100 == 2) {
            return;
        }
        String reason = place() + " answered " + status + shown(answer);
        if (status / 100 == 5 || status == 408 || status == 425) {
            throw new IOException(reason);
        }
        throw new ParkStreamException(
                status / 100 == 3
                        ? reason + "; redirects are not followed: give the sink the new address"
                        : reason + "; it is not asked again until the stream is retried");
    }

    /// Sends an event once, for a person who wants to see that the receiver takes it: filters and
    /// pauses do not matter, and nothing is remembered.
    public TestDelivery test(RecordedEvent event) throws InterruptedException {
        long began = System.nanoTime();
        try {
            Answer answer = transport.send(request(event));
            Duration took = Duration.ofNanos(System.nanoTime() - began);
            return new TestDelivery(answer.status(), null, took);
        } catch (IOException | ParkStreamException e) {
            Duration took = Duration.ofNanos(System.nanoTime() - began);
            return new TestDelivery(0, String.valueOf(e.getMessage()), took);
        }
    }

    /// @param status of the answer; 0 when there was none
    /// @param failure why there was none
    public record TestDelivery(int status, @Nullable String failure, Duration took) {}

    private Transport.Request request(RecordedEvent event) throws ParkStreamException {
        byte[] body;
        try {
            body = format.encode(event);
        } catch (UnreadableEventException e) {
            throw new ParkStreamException(String.valueOf(e.getMessage()), e);
        }
        String id = event.id().toString();
        long timestamp = clock.instant().getEpochSecond();
        Map<String, String> all = new LinkedHashMap<>();
        all.put("User-Agent", "cobnut-sink-http");
        all.put("Content-Type", CloudEventFormat.MEDIA_TYPE + "; charset=UTF-8");
        all.put("webhook-id", id);
        all.put("webhook-timestamp", Long.toString(timestamp));
        if (!signature.isEmpty()) {
            all.put("webhook-signature", signature.of(id, timestamp, body));
        }
        all.putAll(headers);
        return new Transport.Request(url, all, Payload.of(body), answerDeadline);
    }

    private Answer send(Transport.Request request)
            throws RetryLaterException, IOException, InterruptedException {
        try {
            return transport.send(request);
        } catch (IOException e) {
            throw failure(e);
        }
    }

    /// @return the failed attempt
    /// @throws RetryLaterException when nothing was sent, because there is no connection
    private IOException failure(IOException cause) throws RetryLaterException {
        if (isUnreachable(cause)) {
            Throwable why = transport.reason(cause);
            String reason = place() + " cannot be reached: " + why;
            if (pause.missed(reason)) {
                LOG.log(
                        told(Level.WARNING),
                        "the sink {0} waits until its receiver is there: {1}",
                        name,
                        reason);
            }
            pause.requireOver();
            throw new RetryLaterException(reason, Duration.ZERO);
        }
        if (cause instanceof HttpTimeoutException) {
            return new IOException(place() + " gave no answer within " + answerDeadline, cause);
        }
        return new IOException(place() + " gave no answer: " + cause, cause);
    }

    /// A receiver that a stranger names must not fill the log.
    private Level told(Level usual) {
        return isGuarded ? Level.DEBUG : usual;
    }

    private static boolean isUnreachable(Throwable cause) {
        return cause instanceof ConnectException
                || cause instanceof HttpConnectTimeoutException
                || cause instanceof NoRouteToHostException
                || cause instanceof SSLHandshakeException;
    }

    private void waitAsAsked(Answer answer) throws RetryLaterException {
        String reason = place() + " answered " + answer.status() + shown(answer);
        Duration asked = retryAfter(answer);
        boolean isNew = asked == null ? pause.missed(reason) : pause.asked(reason, asked);
        if (isNew) {
            LOG.log(
                    told(Level.WARNING),
                    "the sink {0} waits {1}: {2}",
                    name,
                    asked == null ? "and asks again" : "for " + asked,
                    reason);
        }
        pause.requireOver();
        throw new RetryLaterException(reason, Duration.ZERO);
    }

    private @Nullable Duration retryAfter(Answer answer) {
        String header = answer.retryAfter();
        Duration asked = header == null ? null : RetryAfter.parse(header, clock.instant());
        return asked == null || asked.compareTo(pauseMax) <= 0 ? asked : pauseMax;
    }

    /// The receiver for a sentence, without a query, which may have a token.
    private String place() {
        return url.getScheme() + "://" + url.getAuthority() + url.getPath();
    }

    private static String shown(Answer answer) {
        String body = answer.body().asUtf8();
        String line = body.replaceAll("[^\\p{L}\\p{N}\\p{P}\\p{S}]+", " ").strip();
        if (line.isEmpty()) {
            return "";
        }
        int end = Math.min(line.length(), SHOWN_MAX);
        boolean splitsPair = end < line.length() && Character.isHighSurrogate(line.charAt(end - 1));
        return ": " + line.substring(0, splitsPair ? end - 1 : end);
    }
}
