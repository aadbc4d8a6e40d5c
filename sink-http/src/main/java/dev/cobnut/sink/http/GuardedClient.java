package dev.cobnut.sink.http;

import dev.cobnut.framework.event.Payload;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.NoRouteToHostException;
import java.net.URI;
import java.net.UnknownHostException;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.net.ssl.SSLException;
import org.apache.hc.client5.http.ConnectTimeoutException;
import org.apache.hc.client5.http.classic.methods.HttpPost;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.ManagedHttpClientConnectionFactory;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.client5.http.routing.RoutingSupport;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.ConnectionRequestTimeoutException;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.io.entity.ByteArrayEntity;
import org.apache.hc.core5.util.TimeValue;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;

/// Sends to receivers whose address comes from a stranger, without letting them reach the network
/// of this service (server-side request forgery). One client for all sinks that need it;
/// [HttpSinkBuilder#through] gives it to a sink. Thread-safe.
///
/// - Only `https`, and only addresses of the public internet, unless all are allowed.
/// - A name is looked up once for a connection. Every address that it has must be allowed, and the
///   connection goes to one of exactly these. So it does not matter what the name has later (DNS
///   rebinding).
/// - Redirects are not followed, no proxy is used, cookies are not kept.
/// - Of an answer at most 8 KiB are read, in a bounded time, and nothing of the body is shown to
///   anybody.
///
/// It is Apache HttpClient, because the client of the JDK looks up names by itself.
public final class GuardedClient implements AutoCloseable {

    /// Most bytes of an answer that are read; with more, its connection is closed.
    private static final int ANSWER_BYTES_MAX = 8 * 1_024;

    private static final int HEADERS_MAX = 100;
    private static final int HEADER_LINE_MAX = 8 * 1_024;

    /// A connection that was idle for so long is not used again.
    private static final TimeValue IDLE_MAX = TimeValue.ofSeconds(30);

    private final boolean isPlainAllowed;

    /// Lookups of those who ask what is wrong with an address do not wait with those for
    /// connections: names that are slow to ask for must not hold up what is sent.
    private final GuardedLookup checks;

    private final GuardedLookup lookup;
    private final CloseableHttpClient client;
    private final ScheduledThreadPoolExecutor deadlines;

    private GuardedClient(
            boolean isPlainAllowed,
            boolean isPrivateAllowed,
            GuardedLookup.Names names,
            Limits limits) {
        this.isPlainAllowed = isPlainAllowed;
        this.checks = new GuardedLookup(isPrivateAllowed, names, limits.connectDeadline());
        this.lookup = new GuardedLookup(isPrivateAllowed, names, limits.connectDeadline());
        this.deadlines =
                new ScheduledThreadPoolExecutor(
                        1, Thread.ofPlatform().name("cobnut-guarded-client").daemon().factory());
        this.deadlines.setRemoveOnCancelPolicy(true);
        Http1Config http1 =
                Http1Config.custom()
                        .setMaxHeaderCount(HEADERS_MAX)
                        .setMaxLineLength(HEADER_LINE_MAX)
                        .build();
        ConnectionConfig connection =
                ConnectionConfig.custom()
                        .setConnectTimeout(timeout(limits.connectDeadline()))
                        .setValidateAfterInactivity(TimeValue.ofMilliseconds(100))
                        .setIdleTimeout(Timeout.ofSeconds(IDLE_MAX.toSeconds()))
                        .build();
        this.client =
                HttpClients.custom()
                        .setConnectionManager(
                                PoolingHttpClientConnectionManagerBuilder.create()
                                        .setDnsResolver(lookup)
                                        .setConnectionFactory(
                                                ManagedHttpClientConnectionFactory.builder()
                                                        .http1Config(http1)
                                                        .build())
                                        .setDefaultConnectionConfig(connection)
                                        .setMaxConnTotal(limits.connectionsMax())
                                        .setMaxConnPerRoute(limits.connectionsMax())
                                        .build())
                        .evictIdleConnections(IDLE_MAX)
                        .disableRedirectHandling()
                        .disableAutomaticRetries()
                        .disableCookieManagement()
                        .disableContentCompression()
                        .disableAuthCaching()
                        .build();
    }

    /// @param connectDeadline longest wait for addresses of a name, and again for a connection to
    ///   each of the first three
    /// @param connectionsMax most connections at the same time; who gets none in time counts as not
    ///   connected
    public record Limits(Duration connectDeadline, int connectionsMax) {}

    /// Sends by `https` to addresses of the public internet.
    public static GuardedClient publicOnly(Limits limits) {
        return new GuardedClient(false, false, InetAddress::getAllByName, limits);
    }

    /// Sends by `http`, too, and to all addresses: for tests, and for a network of one's own.
    public static GuardedClient toAll(Limits limits) {
        return new GuardedClient(true, true, InetAddress::getAllByName, limits);
    }

    /// Sends by `http`, too, to addresses of the public internet that a test makes up.
    static GuardedClient looking(GuardedLookup.Names names, boolean isPlainAllowed, Limits limits) {
        return new GuardedClient(isPlainAllowed, false, names, limits);
    }

    /// What is wrong with the address of a receiver. Looks up its name.
    ///
    /// @return the end of a sentence whose subject is the address; null when nothing is wrong
    public @Nullable String problem(URI url) {
        String host = url.getHost();
        if (host == null || !isSchemeAllowed(url)) {
            return "must be an address of https with a host, such as https://shop.example/events";
        }
        if (url.getRawUserInfo() != null || url.getRawFragment() != null) {
            return "must have no user, no password and no #";
        }
        if (url.getPort() == 0 || url.getPort() > 65_535) {
            return "must have a port from 1 to 65535, or none";
        }
        try {
            InetAddress[] _ = checks.resolve(host);
            return null;
        } catch (UnknownHostException e) {
            return String.valueOf(e.getMessage());
        }
    }

    private boolean isSchemeAllowed(URI url) {
        return "https".equalsIgnoreCase(url.getScheme())
                || (isPlainAllowed && "http".equalsIgnoreCase(url.getScheme()));
    }

    Transport transport() {
        return this::send;
    }

    private Transport.Answer send(Transport.Request given)
            throws IOException, InterruptedException {
        if (!isSchemeAllowed(given.url())) {
            // It was registered when more was allowed.
            throw new NotConnected("its address must be one of https");
        }
        HttpPost request = new HttpPost(given.url());
        Timeout answerDeadline = timeout(given.answerDeadline());
        request.setConfig(
                RequestConfig.custom()
                        .setConnectionRequestTimeout(answerDeadline)
                        .setResponseTimeout(answerDeadline)
                        .build());
        given.headers().forEach(request::setHeader);
        request.setEntity(new ByteArrayEntity(given.body().bytes(), null));
        AtomicBoolean late = new AtomicBoolean();
        ScheduledFuture<?> deadline =
                deadlines.schedule(
                        () -> {
                            late.set(true);
                            request.cancel();
                        },
                        given.answerDeadline().toNanos(),
                        TimeUnit.NANOSECONDS);
        try {
            return answer(
                    request,
                    client.executeOpen(
                            RoutingSupport.determineHost(request),
                            request,
                            HttpClientContext.create()));
        } catch (IOException | HttpException e) {
            if (Thread.currentThread().isInterrupted()) {
                throw new InterruptedException("interrupted while a receiver was asked");
            }
            throw late.get() ? new HttpTimeoutException("no answer in time") : of(e);
        } finally {
            deadline.cancel(false);
        }
    }

    /// Reads what may be read of an answer. Its connection is used again only when this was all.
    private static Transport.Answer answer(HttpPost request, ClassicHttpResponse answer)
            throws IOException {
        Header retryAfter = answer.getFirstHeader("Retry-After");
        boolean isWhole = false;
        try {
            isWhole = isReadThrough(answer.getEntity());
        } catch (IOException e) {
            throw new BrokenOff(e); // whatever it is, the request was sent
        } finally {
            if (isWhole) {
                answer.close();
            } else {
                abort(request, answer);
            }
        }
        return new Transport.Answer(
                answer.getCode(),
                retryAfter == null ? null : retryAfter.getValue(),
                Payload.ofUtf8(""));
    }

    private static void abort(HttpPost request, ClassicHttpResponse answer) {
        request.cancel();
        try {
            answer.close();
        } catch (IOException _) {
            // its connection is closed, which is what is wanted
        }
    }

    private static boolean isReadThrough(@Nullable HttpEntity body) throws IOException {
        if (body == null) {
            return true;
        }
        InputStream in = body.getContent();
        return in.readNBytes(ANSWER_BYTES_MAX).length < ANSWER_BYTES_MAX;
    }

    /// The failure as a sentence, without a name of a class or an address.
    private static IOException of(Exception failure) {
        return switch (failure) {
            case BrokenOff e -> e;
            case UnknownHostException e -> new NotConnected("its host " + e.getMessage(), e);
            case ConnectTimeoutException e -> new NotConnected("no connection in time", e);
            case ConnectionRequestTimeoutException e ->
                    new NotConnected("too many connections are open", e);
            case NoRouteToHostException e -> new NotConnected("there is no route to it", e);
            case ConnectException e -> new NotConnected("the connection is refused", e);
            case SSLException e -> new NotConnected("no TLS: " + e.getMessage(), e);
            default -> new BrokenOff(failure);
        };
    }

    private static Timeout timeout(Duration duration) {
        return Timeout.ofMilliseconds(Math.max(1, duration.toMillis()));
    }

    @Override
    public void close() {
        deadlines.shutdownNow();
        checks.close();
        lookup.close();
        try {
            client.close();
        } catch (IOException _) {
            // nothing is sent any more
        }
    }

    /// Nothing was sent. Its text is a sentence for subscribers.
    private static final class NotConnected extends ConnectException {

        NotConnected(String sentence) {
            super(sentence);
        }

        NotConnected(String sentence, Throwable cause) {
            this(sentence);
            initCause(cause);
        }

        @Override
        @SuppressWarnings("OverrideThrowableToString") // a class name is no sentence
        public String toString() {
            return String.valueOf(getMessage());
        }
    }

    /// The connection broke. Its text is a sentence for subscribers.
    private static final class BrokenOff extends IOException {

        BrokenOff(Throwable cause) {
            super(cause.getMessage(), cause);
        }

        @Override
        @SuppressWarnings("OverrideThrowableToString") // a class name is no sentence
        public String toString() {
            return String.valueOf(getMessage());
        }
    }
}
