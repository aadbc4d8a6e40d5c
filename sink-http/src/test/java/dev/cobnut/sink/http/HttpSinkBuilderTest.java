package dev.cobnut.sink.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cobnut.framework.event.UnusableDomainException;
import dev.cobnut.framework.handler.Start;
import java.net.URI;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Each mistake in the description of a sink is one sentence.
class HttpSinkBuilderTest {

    private static HttpSinkBuilder sink() {
        return HttpSink.named("billing")
                .to(URI.create("https://billing.example/events"))
                .source(URI.create("/library"))
                .categories("card", "copy");
    }

    private static void refuses(HttpSinkBuilder sink, String sentence) {
        assertThatThrownBy(sink::build)
                .isInstanceOf(UnusableDomainException.class)
                .hasMessage(sentence);
    }

    @Test
    void aSinkIsAHandlerOfItsNameThatBeginsWhereItIsTold() {
        HttpSink sink = sink().from(Start.NOW).build();
        assertThat(sink.name()).isEqualTo("billing");
        assertThat(sink.categories()).isEqualTo(Set.of("card", "copy"));
        assertThat(sink.start()).isEqualTo(Start.NOW);
        assertThat(sink().build().start()).isEqualTo(Start.BEGINNING);
    }

    @Test
    void whatMustBeGivenIsNamed() {
        refuses(
                HttpSink.named("billing"),
                "url of the sink 'billing' must be an address such as"
                        + " https://billing.example/events, but was not given");
        refuses(
                sink().categories(),
                "categories of the sink 'billing' must have at least one category");
        refuses(
                sink().source(URI.create("")),
                "source of the sink 'billing' must be given; it names this service, for example"
                        + " /shop");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/events", "ftp://billing.example/", "https:///events", "mailto:a@b.c"})
    void anAddressIsOneOfHttp(String url) {
        refuses(
                sink().to(URI.create(url)),
                "url of the sink 'billing' must be an address such as"
                        + " https://billing.example/events, but was '"
                        + url
                        + "'");
    }

    @ParameterizedTest
    @ValueSource(strings = {"https://user:password@billing.example/", "https://billing.example/#a"})
    void aPasswordInAnAddressIsRefusedAndNotShown(String url) {
        refuses(
                sink().to(URI.create(url)),
                "url of the sink 'billing' must have no user, no password and no #; give the"
                        + " header Authorization instead");
    }

    @Test
    void limitsThatCannotBeAreRefused() {
        refuses(
                sink().connectDeadline(Duration.ZERO),
                "connect-deadline of the sink 'billing' must be positive, but was PT0S");
        refuses(
                sink().answerDeadline(Duration.ofSeconds(1)),
                "answer-deadline of the sink 'billing' must be at least connect-deadline (PT5S),"
                        + " but was PT1S");
        refuses(
                sink().pauseMax(Duration.ofDays(2)),
                "pause-max of the sink 'billing' must be at most PT24H, but was PT48H");
        refuses(
                sink().pauseMax(Duration.ZERO),
                "pause-max of the sink 'billing' must be positive, but was PT0S");
    }

    @Test
    void otherThingsThatCannotBeAreRefused() {
        assertThatThrownBy(sink().categories("library-card")::build)
                .hasMessageStartingWith(
                        "categories of the sink 'billing' has 'library-card', and a category");
        refuses(
                sink().secrets("hunter2"),
                "secrets of the sink 'billing' has one that cannot be used; a secret is whsec_ and"
                        + " then 24 to 64 random bytes in base64");
        refuses(
                sink().contentType("json"),
                "content-type of the sink 'billing' is wrong: a content type is like"
                        + " application/json, not 'json'");
    }

    @ParameterizedTest
    @ValueSource(strings = {"Content-Type", "WEBHOOK-ID", "Host", "Content-Length", "a b", ""})
    void aHeaderThatTheSinkOrHttpWritesIsRefused(String header) {
        refuses(
                sink().header(header, "x"),
                "headers of the sink 'billing' must not have '"
                        + header
                        + "', or not with this value");
    }

    @Test
    void aHeaderWithALineBreakIsRefusedAndItsValueIsNotShown() {
        assertThatThrownBy(sink().header("Authorization", "Bearer secret\r\nX: y")::build)
                .isInstanceOf(UnusableDomainException.class)
                .hasMessageNotContaining("secret");
    }
}
