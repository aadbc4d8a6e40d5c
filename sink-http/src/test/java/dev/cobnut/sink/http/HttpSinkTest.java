package dev.cobnut.sink.http;

import static dev.cobnut.sink.http.SentEvents.event;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import dev.cobnut.framework.event.Payload;
import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.handler.ParkStreamException;
import dev.cobnut.framework.handler.ReceiverPause;
import dev.cobnut.framework.handler.RetryLaterException;
import io.cloudevents.CloudEvent;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What a sink sends, and what becomes of each answer.
@Timeout(180)
class HttpSinkTest {

    private static final Instant NOW = Instant.parse("2026-11-23T06:00:00Z");
    private static final String OTHER_SECRET = "whsec_" + "QUFB".repeat(8);

    private final AtomicLong nanos = new AtomicLong();

    @SuppressWarnings("NullAway.Init")
    private Receiver receiver;

    @SuppressWarnings("NullAway.Init")
    private HttpSink sink;

    @BeforeEach
    void open() throws IOException {
        receiver = new Receiver();
        sink = builder().build();
    }

    @AfterEach
    void close() {
        receiver.close();
    }

    private HttpSinkBuilder builder() {
        return HttpSink.named("billing")
                .to(receiver.url())
                .source(URI.create("/library"))
                .categories("card")
                .secrets(SentEvents.SECRET)
                .clock(() -> NOW)
                .nanoTime(nanos::get);
    }

    private RetryLaterException isPutOff(RecordedEvent event) {
        return Objects.requireNonNull(
                catchThrowableOfType(RetryLaterException.class, () -> sink.handle(event)));
    }

    @Test
    void theSdkOfCloudEventsReadsWhatWasSent() throws Exception {
        sink.handle(event(7, 3));
        assertThat(receiver.requests()).hasSize(1);
        Receiver.Request request = receiver.requests().getFirst();
        assertThat(request.method()).isEqualTo("POST");
        assertThat(request.path()).isEqualTo("/events");
        CloudEvent read = request.event();
        assertThat(read.getId()).isEqualTo(event(7, 3).id().toString());
        assertThat(read.getSource()).isEqualTo(URI.create("/library"));
        assertThat(read.getType()).isEqualTo("FineCharged");
        assertThat(read.getSubject()).isEqualTo("card-7");
        assertThat(read.getTime()).isEqualTo(SentEvents.TIME.atOffset(ZoneOffset.UTC));
        assertThat(read.getDataContentType()).isEqualTo("application/json");
        assertThat(read.getExtension("sequence")).isEqualTo("0000000000000000703");
        assertThat(read.getExtension("streamversion")).isEqualTo("3");
        assertThat(read.getExtension("schemaversion")).isEqualTo(1);
        assertThat(read.getExtension("correlationid")).isEqualTo("basket-4711");
        assertThat(read.getExtension("causationid")).isEqualTo("loan-17");
        assertThat(read.getExtension("traceparent"))
                .isEqualTo("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01");
        assertThat(
                        new String(
                                Objects.requireNonNull(read.getData()).toBytes(),
                                StandardCharsets.UTF_8))
                .isEqualTo("{\"cents\":3}");
    }

    @Test
    void contentThatIsNotJsonArrivesAsTheSameBytes() throws Exception {
        byte[] content = {0, 1, -1, '"'};
        builder()
                .contentType("application/octet-stream")
                .build()
                .handle(event(7, 1, Payload.of(content)));
        CloudEvent read = receiver.requests().getFirst().event();
        assertThat(Objects.requireNonNull(read.getData()).toBytes()).isEqualTo(content);
        assertThat(read.getDataContentType()).isEqualTo("application/octet-stream");
    }

    @Test
    void requestsAreSignedWithEverySecret() throws Exception {
        builder().secrets(OTHER_SECRET, SentEvents.SECRET).build().handle(event(7, 1));
        Receiver.Request request = receiver.requests().getFirst();
        assertThat(request.header("webhook-id")).isEqualTo(event(7, 1).id().toString());
        assertThat(request.header("webhook-timestamp"))
                .isEqualTo(Long.toString(NOW.getEpochSecond()));
        assertThat(request.isSignedWith(SentEvents.SECRET)).isTrue();
        assertThat(request.isSignedWith(OTHER_SECRET)).isTrue();
        assertThat(request.isSignedWith("whsec_" + "QkJC".repeat(8))).isFalse();
    }

    @Test
    void withoutASecretNothingIsSignedAndHeadersOfTheApplicationAreSent() throws Exception {
        builder().secrets().header("Authorization", "Bearer token").build().handle(event(7, 1));
        Receiver.Request request = receiver.requests().getFirst();
        assertThat(request.headers()).doesNotContainKey("webhook-signature");
        assertThat(request.header("authorization")).isEqualTo("Bearer token");
        assertThat(request.headers()).as("an offer of HTTP/2").doesNotContainKey("upgrade");
    }

    @Test
    void eventsOfOtherTypesAreNotSent() throws Exception {
        HttpSink some = builder().types("CardBlocked").build();
        some.handle(event(7, 1));
        assertThat(receiver.requests()).isEmpty();
        builder().types("CardBlocked", "FineCharged").build().handle(event(7, 1));
        assertThat(receiver.requests()).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(ints = {200, 201, 202, 204, 299})
    void anEventIsHandledWhenTheReceiverSaysSo(int status) throws Exception {
        receiver.answerWith(status, "");
        sink.handle(event(7, 1));
        assertThat(receiver.requests()).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(ints = {408, 425, 500, 501, 502, 504, 599})
    void aFailureOfTheReceiverIsAFailedAttempt(int status) {
        receiver.answerWith(status, "out of order");
        assertThatThrownBy(() -> sink.handle(event(7, 1)))
                .isInstanceOf(IOException.class)
                .hasMessage(receiver.url() + " answered " + status + ": out of order");
    }

    @ParameterizedTest
    @ValueSource(ints = {400, 401, 403, 404, 405, 409, 410, 413, 415, 422, 451})
    void aRefusalParksTheStreamWithTheReceiversWords(int status) {
        receiver.answerWith(status, "{\"detail\":\"no\n\tsuch customer\u0000\"}");
        assertThatThrownBy(() -> sink.handle(event(7, 1)))
                .isInstanceOf(ParkStreamException.class)
                .hasMessage(
                        receiver.url()
                                + " answered "
                                + status
                                + ": {\"detail\":\"no such customer \"};"
                                + " it is not asked again until the stream is retried");
    }

    @ParameterizedTest
    @ValueSource(ints = {301, 302, 303, 307, 308})
    void aRedirectIsNotFollowed(int status) {
        receiver.answerWith(status, "", "Location", receiver.url().resolve("/new").toString());
        assertThatThrownBy(() -> sink.handle(event(7, 1)))
                .isInstanceOf(ParkStreamException.class)
                .hasMessageContaining("answered " + status)
                .hasMessageContaining("redirects are not followed: give the sink the new address");
        assertThat(receiver.requests())
                .extracting(Receiver.Request::path)
                .containsExactly("/events");
    }

    @ParameterizedTest
    @ValueSource(ints = {429, 503})
    void whenTheReceiverAsksForAPauseNoStreamSendsBeforeItIsOver(int status) throws Exception {
        receiver.answerWith(status, "", "Retry-After", "120");
        assertThat(isPutOff(event(7, 1)).pause()).isEqualTo(Duration.ofMinutes(2));
        nanos.addAndGet(Duration.ofSeconds(50).toNanos());
        receiver.answerWith(204, "");
        assertThat(isPutOff(event(8, 1)))
                .hasMessage(receiver.url() + " answered " + status)
                .satisfies(later -> assertThat(later.pause()).isEqualTo(Duration.ofSeconds(70)));
        assertThat(receiver.requests()).hasSize(1);

        nanos.addAndGet(Duration.ofSeconds(70).toNanos());
        sink.handle(event(8, 1));
        sink.handle(event(7, 1));
        assertThat(receiver.requests()).hasSize(3);
    }

    @Test
    void aPauseMayEndAtADate() {
        receiver.answerWith(503, "", "Retry-After", "Mon, 23 Nov 2026 06:00:45 GMT");
        assertThat(isPutOff(event(7, 1)).pause()).isEqualTo(Duration.ofSeconds(45));
    }

    @Test
    void aPauseOfYearsIsShortenedToTheLongestThatIsAllowed() {
        sink = builder().pauseMax(Duration.ofMinutes(10)).build();
        receiver.answerWith(429, "", "Retry-After", "999999999999");
        assertThat(isPutOff(event(7, 1)).pause()).isEqualTo(Duration.ofMinutes(10));
    }

    @Test
    void aPauseOfNothingIsOverAtOnce() throws Exception {
        receiver.answerWith(429, "", "Retry-After", "0");
        assertThat(isPutOff(event(7, 1)).pause()).isZero();
        receiver.answerWith(204, "");
        sink.handle(event(7, 1));
    }

    @Test
    void withoutAWordHowLongPausesGrowUntilThereIsAnAnswer() throws Exception {
        receiver.answerWith(503, "");
        Duration expected = ReceiverPause.SHORTEST;
        for (int i = 0; i < 10; i++) {
            assertThat(isPutOff(event(7, 1)).pause()).isEqualTo(expected);
            nanos.addAndGet(expected.toNanos());
            Duration twice = expected.multipliedBy(2);
            expected = twice.compareTo(ReceiverPause.LONGEST) < 0 ? twice : ReceiverPause.LONGEST;
        }
        assertThat(expected).isEqualTo(ReceiverPause.LONGEST);
        receiver.answerWith(204, "");
        sink.handle(event(7, 1));
        receiver.answerWith(503, "", "Retry-After", "later");
        assertThat(isPutOff(event(7, 2)).pause()).isEqualTo(ReceiverPause.SHORTEST);
    }

    @Test
    void aReceiverThatIsNotThereIsWaitedFor() throws Exception {
        try (Socket silent = silentPort()) {
            URI there = at(silent);
            sink = builder().to(there).build();
            assertThat(isPutOff(event(7, 1)))
                    .hasMessageStartingWith(there + " cannot be reached: java.")
                    .satisfies(
                            later -> assertThat(later.pause()).isEqualTo(ReceiverPause.SHORTEST));
            nanos.addAndGet(ReceiverPause.SHORTEST.toNanos());
            assertThat(isPutOff(event(7, 1)).pause())
                    .isEqualTo(ReceiverPause.SHORTEST.multipliedBy(2));
        }
    }

    /// Reading the clock takes longer than the shortest pause.
    @Test
    void aReceiverThatIsNotThereIsNoFailedAttemptAlsoWhenThePauseIsOverAtOnce() throws Exception {
        try (Socket silent = silentPort()) {
            sink =
                    builder()
                            .to(at(silent))
                            .nanoTime(() -> nanos.addAndGet(Duration.ofSeconds(1).toNanos()))
                            .build();
            assertThat(isPutOff(event(7, 1)).pause()).isZero();
        }
    }

    /// A port without a listener. It is taken, so that no other process listens there.
    private static Socket silentPort() throws IOException {
        Socket silent = new Socket();
        silent.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        return silent;
    }

    private static URI at(Socket silent) {
        return URI.create("http://localhost:" + silent.getLocalPort() + "/events");
    }

    @Test
    void aHostThatHasNoAddressIsWaitedFor() {
        sink = builder().to(URI.create("http://receiver.invalid/events")).build();
        assertThat(isPutOff(event(7, 1)))
                .hasMessageContaining(
                        "cannot be reached: java.nio.channels.UnresolvedAddressException");
    }

    @Test
    void aConnectionThatBreaksOffIsAFailedAttempt() {
        receiver.behave((exchange, _) -> exchange.close());
        assertThatThrownBy(() -> sink.handle(event(7, 1)))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith(receiver.url() + " gave no answer");
    }

    @Test
    void aReceiverThatIsSilentOrNeverEndsItsAnswerIsAFailedAttempt() throws Exception {
        sink =
                builder()
                        .connectDeadline(Duration.ofSeconds(1))
                        .answerDeadline(Duration.ofSeconds(1))
                        .build();
        connect();
        receiver.behave((_, _) -> receiver.stall(60_000));
        assertThatThrownBy(() -> sink.handle(event(7, 1)))
                .isInstanceOf(IOException.class)
                .hasMessage(receiver.url() + " gave no answer within PT1S");
        connect();
        receiver.behave((exchange, _) -> {
            exchange.sendResponseHeaders(200, 0);
            exchange.getResponseBody().write('x');
            exchange.getResponseBody().flush();
            receiver.stall(60_000);
        });
        assertThatThrownBy(() -> sink.handle(event(7, 1)))
                .hasMessage(receiver.url() + " gave no answer within PT1S");
    }

    /// Leaves a connection for the next request: a busy machine may need more than a second for
    /// one.
    private void connect() {
        receiver.answerWith(204, "");
        await().atMost(SentEvents.SOON)
                .ignoreExceptions()
                .until(() -> {
                    nanos.addAndGet(ReceiverPause.LONGEST.toNanos());
                    sink.handle(event(7, 1));
                    return true;
                });
    }

    @ParameterizedTest
    @ValueSource(ints = {200, 500})
    void ofAnAnswerWithoutAnEndOnlyTheBeginningIsRead(int status) throws Exception {
        AtomicLong written = new AtomicLong();
        receiver.behave((exchange, _) -> {
            byte[] part = new byte[64 * 1_024];
            Arrays.fill(part, (byte) 'x');
            exchange.sendResponseHeaders(status, 0);
            OutputStream body = exchange.getResponseBody();
            while (written.addAndGet(part.length) < 1L << 32) {
                body.write(part); // fails when the sink has closed the connection
            }
        });
        if (status == 200) {
            sink.handle(event(7, 1));
        } else {
            assertThatThrownBy(() -> sink.handle(event(7, 1)))
                    .hasMessage(receiver.url() + " answered 500: " + "x".repeat(200));
        }
        assertThat(written).hasValueLessThan(1L << 30);
    }

    @Test
    void whatIsInTheQueryIsSentAndNotShown() {
        sink = builder().to(receiver.url().resolve("?token=secret")).build();
        receiver.answerWith(404, "");
        assertThatThrownBy(() -> sink.handle(event(7, 1)))
                .isInstanceOf(ParkStreamException.class)
                .hasMessageNotContaining("secret");
        assertThat(receiver.requests().getFirst().path()).endsWith("?token=secret");
    }

    @Test
    void contentThatIsNotWhatItIsSaidToBeIsNotSent() {
        assertThatThrownBy(() -> sink.handle(event(7, 1, Payload.ofUtf8("120 cents"))))
                .isInstanceOf(ParkStreamException.class)
                .hasMessageContaining("is not one JSON value");
        assertThat(receiver.requests()).isEmpty();
    }
}
