package dev.cobnut.sink.http;

import dev.cobnut.framework.event.CloudEventFormat;
import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.event.UnusableDomainException;
import dev.cobnut.framework.handler.RetryLaterException;
import dev.cobnut.framework.handler.Start;
import java.net.URI;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// The description of a sink. [HttpSink#named] begins one.
public final class HttpSinkBuilder {

    public static final Duration CONNECT_DEADLINE_DEFAULT = Duration.ofSeconds(5);
    public static final Duration ANSWER_DEADLINE_DEFAULT = Duration.ofSeconds(20);
    public static final Duration PAUSE_MAX_DEFAULT = Duration.ofHours(1);

    /// The sink writes them, or HTTP does.
    private static final Set<String> OWN_HEADERS =
            Set.of(
                    "content-type",
                    "user-agent",
                    "webhook-id",
                    "webhook-timestamp",
                    "webhook-signature");

    final String name;
    Set<String> categories = new LinkedHashSet<>();
    Set<String> types = new LinkedHashSet<>();
    Start start = Start.BEGINNING;
    final Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    Duration connectDeadline = CONNECT_DEADLINE_DEFAULT;
    Duration answerDeadline = ANSWER_DEADLINE_DEFAULT;
    Duration pauseMax = PAUSE_MAX_DEFAULT;
    Predicate<RecordedEvent> filter = _ -> true;
    private @Nullable URI url;
    @Nullable GuardedClient client;
    private @Nullable URI source;
    private List<String> secrets = List.of();
    private String contentType = CloudEventFormat.JSON;
    private InstantSource clock = InstantSource.system();
    private LongSupplier nanoTime = System::nanoTime;

    HttpSinkBuilder(String name) {
        this.name = name;
    }

    /// Where the events go: an address of `http` or `https`. Must be given. Its query is not shown
    /// in logs; a password in it is refused.
    public HttpSinkBuilder to(URI receiver) {
        url = receiver;
        return this;
    }

    /// The `source` of the CloudEvents, a URI reference of this service such as `/shop`. Must be
    /// given.
    public HttpSinkBuilder source(URI reference) {
        source = reference;
        return this;
    }

    /// The categories of the streams whose events are sent. One must be given.
    public HttpSinkBuilder categories(String... names) {
        return categories(List.of(names));
    }

    /// See [#categories(String...)].
    public HttpSinkBuilder categories(Collection<String> names) {
        categories = new LinkedHashSet<>(names);
        return this;
    }

    /// The types of the events that are sent, as stored; all when none is given.
    public HttpSinkBuilder types(String... names) {
        return types(List.of(names));
    }

    /// See [#types(String...)].
    public HttpSinkBuilder types(Collection<String> names) {
        types = new LinkedHashSet<>(names);
        return this;
    }

    /// Sends only the events that a predicate accepts. It is called for each event of the
    /// categories and types, on the threads of the handler; what it throws is a failed attempt.
    public HttpSinkBuilder when(Predicate<RecordedEvent> accepted) {
        filter = accepted;
        return this;
    }

    /// Sends through a client that guards addresses, because the URL comes from a stranger. Its
    /// deadline of connecting is used; the answers' bodies are not shown in reasons. That the sink
    /// waits for its receiver is logged at DEBUG.
    public HttpSinkBuilder through(GuardedClient guarded) {
        client = guarded;
        return this;
    }

    /// Where the sink begins when its name is new; [Start#BEGINNING] when it is not given.
    public HttpSinkBuilder from(Start first) {
        start = first;
        return this;
    }

    /// Signs each request with each of them: `whsec_` and 24 to 64 random bytes in base64. To
    /// change a secret, give the new and the old one until the receiver has the new one. Without a
    /// secret nothing is signed.
    public HttpSinkBuilder secrets(String... given) {
        return secrets(List.of(given));
    }

    /// See [#secrets(String...)].
    public HttpSinkBuilder secrets(Collection<String> given) {
        secrets = List.copyOf(given);
        return this;
    }

    /// A header of each request, for example `Authorization`.
    public HttpSinkBuilder header(String header, String value) {
        headers.put(header, value);
        return this;
    }

    /// Media type of the events' content; `application/json` when it is not given. Content of
    /// another type is sent in base64.
    public HttpSinkBuilder contentType(String mediaType) {
        contentType = mediaType;
        return this;
    }

    /// Longest wait for a connection.
    public HttpSinkBuilder connectDeadline(Duration longest) {
        connectDeadline = longest;
        return this;
    }

    /// Longest wait for the end of an answer, from the beginning of the request on.
    public HttpSinkBuilder answerDeadline(Duration longest) {
        answerDeadline = longest;
        return this;
    }

    /// Longest pause for which a receiver may ask with `Retry-After`; a longer one is shortened.
    public HttpSinkBuilder pauseMax(Duration longest) {
        pauseMax = longest;
        return this;
    }

    /// The clock of `webhook-timestamp`, and of a `Retry-After` that is a date.
    public HttpSinkBuilder clock(InstantSource wallClock) {
        clock = wallClock;
        return this;
    }

    HttpSinkBuilder nanoTime(LongSupplier monotonic) {
        nanoTime = monotonic;
        return this;
    }

    /// @throws UnusableDomainException with a sentence that begins with the name of what is missing
    ///   or not allowed; a start of Spring Boot ends with it
    public HttpSink build() {
        URI receiver = requireUrl();
        if (categories.isEmpty()) {
            throw refused("categories", "must have at least one category");
        }
        for (String category : categories) {
            if (!StreamId.isCategory(category)) {
                throw refused(
                        "categories", "has '" + category + "', and " + StreamId.CATEGORY_RULE);
            }
        }
        requirePositive("connect-deadline", connectDeadline);
        if (answerDeadline.compareTo(connectDeadline) < 0) {
            throw refused(
                    "answer-deadline",
                    "must be at least connect-deadline ("
                            + connectDeadline
                            + "), but was "
                            + answerDeadline);
        }
        requirePositive("pause-max", pauseMax);
        if (pauseMax.compareTo(RetryLaterException.PAUSE_MAX) > 0) {
            throw refused(
                    "pause-max",
                    "must be at most " + RetryLaterException.PAUSE_MAX + ", but was " + pauseMax);
        }
        headers.forEach((header, value) -> requireHeader(receiver, header, value));
        Transport transport =
                client == null ? new JdkTransport(connectDeadline) : client.transport();
        return new HttpSink(this, format(), signature(), receiver, transport, clock, nanoTime);
    }

    private URI requireUrl() {
        URI given = url;
        String scheme =
                given == null || given.getScheme() == null
                        ? ""
                        : given.getScheme().toLowerCase(Locale.ROOT);
        if (given == null
                || !(scheme.equals("http") || scheme.equals("https"))
                || given.getHost() == null) {
            throw refused(
                    "url",
                    "must be an address such as https://billing.example/events, but was "
                            + (given == null ? "not given" : "'" + given + "'"));
        }
        if (given.getRawUserInfo() != null || given.getRawFragment() != null) {
            throw refused(
                    "url",
                    "must have no user, no password and no #; give the header Authorization instead");
        }
        return given;
    }

    private CloudEventFormat format() {
        if (source == null || source.toString().isEmpty()) {
            throw refused("source", "must be given; it names this service, for example /shop");
        }
        try {
            return new CloudEventFormat(source, contentType);
        } catch (IllegalArgumentException e) {
            throw refused("content-type", "is wrong: " + e.getMessage());
        }
    }

    private WebhookSignature signature() {
        try {
            return new WebhookSignature(secrets);
        } catch (IllegalArgumentException e) {
            throw refused("secrets", "has one that cannot be used; a secret " + e.getMessage());
        }
    }

    private void requireHeader(URI receiver, String header, String value) {
        try {
            if (!OWN_HEADERS.contains(header.toLowerCase(Locale.ROOT))) {
                HttpRequest.newBuilder(receiver).header(header, value);
                return;
            }
        } catch (IllegalArgumentException _) {
            // The message of the JDK has the value, which may be a password.
        }
        throw refused("headers", "must not have '" + header + "', or not with this value");
    }

    private void requirePositive(String what, Duration value) {
        if (!value.isPositive()) {
            throw refused(what, "must be positive, but was " + value);
        }
    }

    private UnusableDomainException refused(String what, String sentence) {
        return new UnusableDomainException(what + " of the sink '" + name + "' " + sentence);
    }
}
