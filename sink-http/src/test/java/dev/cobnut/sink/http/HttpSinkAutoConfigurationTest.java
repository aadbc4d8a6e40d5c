package dev.cobnut.sink.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cobnut.framework.autoconfigure.settings.CobnutSettingsAutoConfiguration;
import dev.cobnut.framework.handler.EventHandler;
import dev.cobnut.framework.handler.Start;
import dev.cobnut.sink.http.autoconfigure.HttpSinkAutoConfiguration;
import dev.cobnut.sink.http.autoconfigure.HttpSinkProperties;
import java.net.URI;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/// A sink by settings alone.
class HttpSinkAutoConfigurationTest {

    @Configuration(proxyBeanMethods = false)
    static class Clock {
        @Bean
        InstantSource clock() {
            return InstantSource.system();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class OwnSink {
        @Bean
        HttpSink billing() {
            return KilledSink.to(URI.create("http://localhost:9/")).build();
        }
    }

    private final ApplicationContextRunner service =
            new ApplicationContextRunner()
                    .withConfiguration(
                            AutoConfigurations.of(
                                    HttpSinkAutoConfiguration.class,
                                    CobnutSettingsAutoConfiguration.class))
                    .withUserConfiguration(Clock.class);

    private static String message(@Nullable Throwable failure) {
        Throwable at = failure;
        while (at != null && at.getCause() != null) {
            at = at.getCause();
        }
        return at == null ? "" : String.valueOf(at.getMessage());
    }

    @Test
    void withoutAnAddressThereIsNoSink() {
        service.run(context -> assertThat(context).doesNotHaveBean(EventHandler.class));
    }

    @Test
    void anAddressACategoryAndANameOfTheServiceAreEnough() {
        service.withPropertyValues(
                        "cobnut.sink.http.url=https://billing.example/events",
                        "cobnut.sink.http.source=/library",
                        "cobnut.sink.http.categories=card, copy")
                .run(context -> {
                    HttpSink sink = context.getBean(HttpSink.class);
                    assertThat(sink.name()).isEqualTo("http");
                    assertThat(sink.categories()).isEqualTo(Set.of("card", "copy"));
                    assertThat(sink.start()).isEqualTo(Start.BEGINNING);
                });
    }

    @Test
    void everySettingIsKnown() {
        service.withPropertyValues(
                        "cobnut.sink.http.name=billing",
                        "cobnut.sink.http.url=https://billing.example/events",
                        "cobnut.sink.http.source=/library",
                        "cobnut.sink.http.categories=card",
                        "cobnut.sink.http.types=FineCharged,CardBlocked",
                        "cobnut.sink.http.start=2026-11-23T06:00:00Z",
                        "cobnut.sink.http.secrets[0]=" + SentEvents.SECRET,
                        "cobnut.sink.http.headers.Authorization=Bearer token",
                        "cobnut.sink.http.content-type=application/json",
                        "cobnut.sink.http.connect-deadline=1s",
                        "cobnut.sink.http.answer-deadline=2s",
                        "cobnut.sink.http.pause-max=5m")
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    HttpSink sink = context.getBean(HttpSink.class);
                    assertThat(sink.name()).isEqualTo("billing");
                    assertThat(sink.start())
                            .isEqualTo(Start.at(Instant.parse("2026-11-23T06:00:00Z")));
                    assertThat(context.getBean(HttpSinkProperties.class).toString())
                            .doesNotContain("whsec", "token");
                });
    }

    @Test
    void sinksThatAreBeansStayBesideIt() {
        service.withUserConfiguration(OwnSink.class)
                .withPropertyValues(
                        "cobnut.sink.http.url=https://mail.example/events",
                        "cobnut.sink.http.source=/library",
                        "cobnut.sink.http.categories=card",
                        "cobnut.sink.http.start=NOW")
                .run(context ->
                        assertThat(context.getBeansOfType(HttpSink.class).values())
                                .extracting(HttpSink::name)
                                .containsExactlyInAnyOrder("billing", "http"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "start=tomorrow|cobnut.sink.http.start must be beginning, now or an instant such as 2026-11-23T06:00:00Z, but was 'tomorrow'",
                "secrets=hunter2|cobnut.sink.http.secrets of the sink 'http' has one that cannot be used; a secret is whsec_ and then 24 to 64 random bytes in base64",
                "answer-deadline=1s|cobnut.sink.http.answer-deadline of the sink 'http' must be at least connect-deadline (PT5S), but was PT1S",
                "url=ftp://billing.example|cobnut.sink.http.url of the sink 'http' must be an address such as https://billing.example/events, but was 'ftp://billing.example'",
                "secret=x|There is no setting cobnut.sink.http.secret (test); the nearest is cobnut.sink.http.secrets."
            })
    void aSettingThatCannotBeEndsTheStartWithASentence(String setting, String sentence) {
        service.withPropertyValues(
                        "cobnut.sink.http.url=https://billing.example/events",
                        "cobnut.sink.http.source=/library",
                        "cobnut.sink.http.categories=card")
                .withPropertyValues("cobnut.sink.http." + setting)
                .run(context ->
                        assertThat(message(context.getStartupFailure())).startsWith(sentence));
    }

    @Test
    void settingsWithoutAnAddressEndTheStart() {
        service.withPropertyValues("cobnut.sink.http.categories=card")
                .run(context ->
                        assertThat(message(context.getStartupFailure()))
                                .isEqualTo(
                                        "cobnut.sink.http.url is missing: without it the other settings"
                                                + " of the sink do nothing"));
    }
}
