package dev.cobnut.sink.http;

import static dev.cobnut.sink.http.SentEvents.event;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.cobnut.framework.handler.ParkStreamException;
import dev.cobnut.framework.handler.RetryLaterException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What a stranger's address can reach through the client, and what it costs.
@Timeout(180)
class GuardedClientTest {

    private static final GuardedClient.Limits LIMITS =
            new GuardedClient.Limits(Duration.ofSeconds(20), 8);

    private static final String REFUSED =
            "has an address in a private or special network, which is not allowed";

    private static HttpSink sink(URI url, GuardedClient client) {
        return sink(url, client, Duration.ofSeconds(60));
    }

    private static HttpSink sink(URI url, GuardedClient client, Duration answerDeadline) {
        return HttpSink.named("webhook")
                .to(url)
                .source(URI.create("/orders"))
                .categories("card")
                .secrets(SentEvents.SECRET)
                .connectDeadline(Duration.ofMillis(1))
                .answerDeadline(answerDeadline)
                .through(client)
                .build();
    }

    private static InetAddress[] only(String address) {
        try {
            return new InetAddress[] {InetAddress.getByName(address)};
        } catch (UnknownHostException e) {
            throw new AssertionError(e);
        }
    }

    /// A name server that does not answer for names that begin with `slow`.
    private static GuardedLookup.Names slow(CountDownLatch never, String address) {
        return host -> {
            if (host.startsWith("slow")) {
                try {
                    never.await();
                } catch (InterruptedException _) {
                    Thread.currentThread().interrupt();
                }
            }
            return only(address);
        };
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://127.0.0.1/x",
                "https://localhost:9000/x",
                "https://2130706433/",
                "https://0.0.0.0/",
                "https://[::1]/",
                "https://[::ffff:127.0.0.1]/",
                "https://[fe80::1]/",
                "https://10.1.2.3/",
                "https://192.168.1.1:8443/",
                "https://169.254.169.254/latest/meta-data",
            })
    void anAddressOfAPrivateNetworkIsRefused(String url) {
        try (GuardedClient client = GuardedClient.publicOnly(LIMITS)) {
            assertThat(client.problem(URI.create(url))).isEqualTo(REFUSED);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "http://93.184.215.14/, must be an address of https",
        "ftp://93.184.215.14/, must be an address of https",
        "file:///etc/passwd, must be an address of https",
        "/events, must be an address of https",
        "https:///events, must be an address of https",
        "https://127.1/, must be an address of https",
        "https://ada:secret@93.184.215.14/, must have no user",
        "https://93.184.215.14/#x, must have no user",
        "https://93.184.215.14:0/, must have a port",
        "https://93.184.215.14:65536/, must have a port",
    })
    void anAddressThatNoReceiverHasIsRefused(String url, String sentence) {
        try (GuardedClient client = GuardedClient.publicOnly(LIMITS)) {
            assertThat(client.problem(URI.create(url))).startsWith(sentence);
        }
    }

    @Test
    void aPublicAddressIsAllowedOnEveryPort() {
        try (GuardedClient client = GuardedClient.publicOnly(LIMITS)) {
            assertThat(client.problem(URI.create("https://93.184.215.14/events?x=1"))).isNull();
            assertThat(client.problem(URI.create("https://93.184.215.14:8443/"))).isNull();
            assertThat(client.problem(URI.create("https://[2606:4700::1111]/"))).isNull();
        }
    }

    @Test
    void aNameIsRefusedWhenOneOfItsAddressesIsPrivate() throws Exception {
        InetAddress[] both = {
            InetAddress.getByName("93.184.215.14"), InetAddress.getByName("10.0.0.1")
        };
        try (GuardedClient client = GuardedClient.looking(_ -> both, false, LIMITS)) {
            assertThat(client.problem(URI.create("https://shop.example/"))).isEqualTo(REFUSED);
        }
    }

    @Test
    void aNameThatPointsElsewhereAfterTheCheckIsNotConnectedTo() throws Exception {
        AtomicInteger lookups = new AtomicInteger();
        try (Receiver receiver = new Receiver();
                GuardedClient client =
                        GuardedClient.looking(
                                _ ->
                                        lookups.incrementAndGet() == 1
                                                ? only("93.184.215.14")
                                                : only("127.0.0.1"),
                                true,
                                LIMITS)) {
            URI url =
                    URI.create("http://rebinding.example:" + receiver.url().getPort() + "/events");
            assertThat(client.problem(url)).isNull();
            assertThatThrownBy(() -> sink(url, client).handle(event(1, 1)))
                    .isInstanceOf(RetryLaterException.class)
                    .hasMessage(
                            "http://rebinding.example:%d/events cannot be reached: its host %s"
                                    .formatted(url.getPort(), REFUSED));
            assertThat(lookups).hasValue(2);
            assertThat(receiver.requests()).isEmpty();
        }
    }

    /// A webhook that was registered while `allow-private` was on.
    @Test
    void anAddressOfHttpIsNotSentToAlsoWhenNobodyHasCheckedIt() {
        AtomicInteger lookups = new AtomicInteger();
        try (GuardedClient client =
                GuardedClient.looking(
                        _ -> {
                            lookups.incrementAndGet();
                            return only("10.0.0.1");
                        },
                        false,
                        LIMITS)) {
            assertThatThrownBy(() ->
                            sink(URI.create("http://shop.example/"), client).handle(event(1, 1)))
                    .isInstanceOf(RetryLaterException.class)
                    .hasMessageEndingWith("its address must be one of https");
            assertThat(lookups).hasValue(0);
        }
    }

    @Test
    void anEventArrivesSignedAndTheAnswerIsNotShown() throws Exception {
        try (Receiver receiver = new Receiver();
                GuardedClient client = GuardedClient.toAll(LIMITS)) {
            HttpSink sink = sink(receiver.url(), client);
            sink.handle(event(1, 1));
            assertThat(receiver.requests()).hasSize(1);
            Receiver.Request request = receiver.requests().getFirst();
            assertThat(request.isSignedWith(SentEvents.SECRET)).isTrue();
            assertThat(request.event().getSubject()).isEqualTo("card-1");

            receiver.answerWith(422, "a secret of the inner network");
            assertThatThrownBy(() -> sink.handle(event(1, 2)))
                    .isInstanceOf(ParkStreamException.class)
                    .hasMessageNotContaining("secret");
        }
    }

    @Test
    void aRedirectIsNotFollowed() throws Exception {
        try (Receiver receiver = new Receiver();
                Receiver inner = new Receiver();
                GuardedClient client = GuardedClient.toAll(LIMITS)) {
            for (int status : new int[] {301, 302, 303, 307, 308}) {
                receiver.answerWith(status, "", "Location", inner.url().toString());
                assertThatThrownBy(() -> sink(receiver.url(), client).handle(event(1, 1)))
                        .isInstanceOf(ParkStreamException.class);
            }
            assertThat(inner.requests()).isEmpty();
        }
    }

    @Test
    void retryAfterIsReadAsOfAnotherSink() throws Exception {
        try (Receiver receiver = new Receiver();
                GuardedClient client = GuardedClient.toAll(LIMITS)) {
            receiver.answerWith(503, "", "Retry-After", "7");
            assertThatThrownBy(() -> sink(receiver.url(), client).handle(event(1, 1)))
                    .isInstanceOfSatisfying(
                            RetryLaterException.class,
                            later ->
                                    assertThat(later.pause())
                                            .isBetween(
                                                    Duration.ofSeconds(1), Duration.ofSeconds(7)));
        }
    }

    @Test
    void anAnswerThatDoesNotEndIsGivenUpAtItsDeadline() throws Exception {
        try (Receiver receiver = new Receiver();
                GuardedClient client = GuardedClient.toAll(LIMITS)) {
            receiver.behave((exchange, _) -> {
                exchange.sendResponseHeaders(200, 0);
                OutputStream out = exchange.getResponseBody();
                for (int i = 0; i < 10_000; i++) { // a byte now and then: no read times out
                    out.write('.');
                    out.flush();
                    receiver.stall(20);
                }
            });
            HttpSink sink = sink(receiver.url(), client, Duration.ofSeconds(1));
            assertThatThrownBy(() -> sink.handle(event(1, 1)))
                    .isInstanceOf(IOException.class)
                    .hasMessageEndingWith("gave no answer within PT1S");
        }
    }

    @Test
    void ofALargeAnswerOnlyTheBeginningIsRead() throws Exception {
        AtomicInteger written = new AtomicInteger();
        CountDownLatch cut = new CountDownLatch(1);
        try (Receiver receiver = new Receiver();
                GuardedClient client = GuardedClient.toAll(LIMITS)) {
            receiver.behave((exchange, _) -> {
                exchange.sendResponseHeaders(200, 0);
                byte[] piece = new byte[64 * 1_024];
                try {
                    while (written.get() < 1_000_000_000) {
                        exchange.getResponseBody().write(piece);
                        written.addAndGet(piece.length);
                    }
                } catch (IOException _) {
                    cut.countDown();
                }
            });
            sink(receiver.url(), client).handle(event(1, 1));
            await().atMost(SentEvents.SOON).until(() -> cut.getCount() == 0);
            assertThat(written.get()).isLessThan(100_000_000);
        }
    }

    @Test
    void headersWithoutAnEndAreAFailedAttempt() throws Exception {
        try (ServerSocket server = new ServerSocket()) {
            server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            Thread writer =
                    Thread.ofVirtual()
                            .start(() -> {
                                try (var socket = server.accept()) {
                                    OutputStream out = socket.getOutputStream();
                                    out.write(
                                            "HTTP/1.1 200 OK\r\n"
                                                    .getBytes(StandardCharsets.US_ASCII));
                                    while (true) {
                                        out.write(
                                                ("X-More: " + "x".repeat(1_000) + "\r\n")
                                                        .getBytes(StandardCharsets.US_ASCII));
                                    }
                                } catch (IOException _) {
                                    // the client has gone
                                }
                            });
            URI url = URI.create("http://localhost:" + server.getLocalPort() + "/");
            try (GuardedClient client = GuardedClient.toAll(LIMITS)) {
                assertThatThrownBy(() -> sink(url, client).handle(event(1, 1)))
                        .isInstanceOf(IOException.class)
                        .hasMessageContaining("gave no answer");
            }
            writer.join();
        }
    }

    @Test
    void aReceiverThatIsNotThereIsWaitedFor() throws Exception {
        URI gone;
        try (Receiver receiver = new Receiver()) {
            gone = receiver.url();
        }
        try (GuardedClient client = GuardedClient.toAll(LIMITS)) {
            assertThatThrownBy(() -> sink(gone, client).handle(event(1, 1)))
                    .isInstanceOf(RetryLaterException.class)
                    .hasMessage(gone + " cannot be reached: the connection is refused");
        }
    }

    @Test
    void aNameServerThatDoesNotAnswerHoldsUpItsOwnNameOnly() throws Exception {
        CountDownLatch never = new CountDownLatch(1);
        GuardedClient.Limits quick = new GuardedClient.Limits(Duration.ofMillis(200), 8);
        try (GuardedClient client =
                GuardedClient.looking(slow(never, "93.184.215.14"), false, quick)) {
            for (int i = 0; i < 50; i++) {
                assertThat(client.problem(URI.create("https://slow.example/")))
                        .isEqualTo("was not found in time");
            }
            await().atMost(SentEvents.SOON)
                    .until(() -> client.problem(URI.create("https://quick.example/")) == null);
            never.countDown();
        }
    }

    @Test
    void aTestDeliverySaysWhatTheReceiverAnswered() throws Exception {
        try (Receiver receiver = new Receiver();
                GuardedClient client = GuardedClient.toAll(LIMITS)) {
            receiver.answerWith(418, "");
            assertThat(sink(receiver.url(), client).test(event(1, 1)))
                    .matches(tested -> tested.status() == 418 && tested.failure() == null);
        }
        URI gone;
        try (Receiver receiver = new Receiver()) {
            gone = receiver.url();
        }
        try (GuardedClient client = GuardedClient.toAll(LIMITS)) {
            assertThat(sink(gone, client).test(event(1, 1)))
                    .matches(tested -> tested.status() == 0)
                    .matches(tested -> "the connection is refused".equals(tested.failure()));
        }
    }

    /// Each address that does not answer takes the deadline of connecting.
    @Test
    void ofANameWithManyAddressesAFewAreTriedAndAllAreChecked() throws Exception {
        InetAddress[] many = new InetAddress[1_000];
        Arrays.fill(many, InetAddress.getByName("93.184.215.14"));
        InetAddress[] oneIsPrivate = many.clone();
        oneIsPrivate[999] = InetAddress.getByName("10.0.0.1");
        try (GuardedLookup lookup =
                new GuardedLookup(
                        false,
                        host -> host.startsWith("many") ? many : oneIsPrivate,
                        Duration.ofMinutes(1))) {
            assertThat(lookup.resolve("many.example")).hasSize(3);
            assertThatThrownBy(() -> lookup.resolve("one.example")).hasMessage(REFUSED);
        }
    }

    @Test
    void namesThatAreSlowToCheckDoNotHoldUpWhatIsSent() {
        CountDownLatch never = new CountDownLatch(1);
        GuardedClient.Limits quick = new GuardedClient.Limits(Duration.ofMillis(50), 8);
        try (GuardedClient client = GuardedClient.looking(slow(never, "10.0.0.1"), false, quick)) {
            for (int i = 0; i < 20; i++) { // more than there are threads
                assertThat(client.problem(URI.create("https://slow-" + i + ".example/")))
                        .isEqualTo("was not found in time");
            }
            HttpSink sink = sink(URI.create("https://quick.example/"), client);
            await().atMost(SentEvents.SOON)
                    .untilAsserted(() ->
                            assertThat(sink.test(event(1, 1)).failure())
                                    .isEqualTo("its host " + REFUSED));
            never.countDown();
        }
    }

    /// The request has arrived, so this is no receiver that is not there.
    @Test
    void anAnswerThatBreaksOffIsAFailedAttemptAndNotALateOne() throws Exception {
        try (Receiver receiver = new Receiver();
                GuardedClient client = GuardedClient.toAll(LIMITS)) {
            receiver.behave((exchange, _) -> {
                exchange.sendResponseHeaders(200, 100);
                exchange.getResponseBody().write(new byte[10]);
                exchange.getResponseBody().flush();
            });
            assertThatThrownBy(() -> sink(receiver.url(), client).handle(event(1, 1)))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("gave no answer: ")
                    .hasMessageNotContaining("within");
        }
    }
}
