package dev.cobnut.sink.http;

import static dev.cobnut.sink.http.SentEvents.event;
import static org.assertj.core.api.Assertions.assertThat;

import dev.cobnut.framework.handler.Start;
import dev.cobnut.sink.http.autoconfigure.HttpSinkProperties;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.context.properties.bind.DataObjectPropertyName;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import tools.jackson.databind.json.JsonMapper;

/// The examples of `docs/sinks.md` are true, before the part on Kafka.
class SinksGuideTest {

    private static final Path HERE =
            Path.of("src/test/java/dev/cobnut/sink/http/SinksGuideTest.java");

    @Configuration(proxyBeanMethods = false)
    static class Library {

        @Bean
        HttpSink billing(
                @Value("${billing.url}") URI url, @Value("${billing.secret}") String secret) {
            return HttpSink.named("billing")
                    .to(url)
                    .source(URI.create("/library"))
                    .categories("card")
                    .types("FineCharged", "FinePaid")
                    .from(Start.NOW)
                    .secrets(secret)
                    .build();
        }
    }

    private static String guide() throws IOException {
        String page = Files.readString(Path.of("..", "docs", "sinks.md"));
        return page.substring(0, page.indexOf("\n## Kafka\n"));
    }

    private static List<String> blocks(String language) throws IOException {
        return Pattern.compile("```" + language + "\n(.*?)```", Pattern.DOTALL)
                .matcher(guide())
                .results()
                .map(block -> block.group(1))
                .toList();
    }

    private static String squeezed(String text) {
        return text.replaceAll("\\s+", "");
    }

    @Test
    void theBeanOfTheGuideSendsEvents() throws Exception {
        List<String> examples = blocks("java");
        assertThat(examples).hasSize(1);
        assertThat(squeezed(Files.readString(HERE))).contains(squeezed(examples.getFirst()));
        try (Receiver receiver = new Receiver()) {
            new ApplicationContextRunner()
                    .withUserConfiguration(Library.class)
                    .withPropertyValues(
                            "billing.url=" + receiver.url(), "billing.secret=" + SentEvents.SECRET)
                    .run(context -> context.getBean(HttpSink.class).handle(event(7, 3)));
            assertThat(receiver.requests()).hasSize(1);
        }
    }

    @Test
    void theRequestOfTheGuideIsTheOneThatIsSent() throws Exception {
        try (Receiver receiver = new Receiver()) {
            KilledSink.to(receiver.url())
                    .clock(() -> Instant.ofEpochSecond(1_795_413_600))
                    .build()
                    .handle(event(7, 3));
            Receiver.Request request = receiver.requests().getFirst();
            assertThat(JsonMapper.shared().readTree(blocks("json").getFirst()))
                    .isEqualTo(JsonMapper.shared().readTree(request.body().asUtf8()));
            List<MatchResult> headers =
                    Pattern.compile("(?m)^([A-Za-z-]+): ([^…\n]+)")
                            .matcher(blocks("http").getFirst())
                            .results()
                            .toList();
            assertThat(headers).hasSize(4);
            assertThat(headers)
                    .allSatisfy(header ->
                            assertThat(request.header(header.group(1).toLowerCase(Locale.ROOT)))
                                    .startsWith(header.group(2)));
        }
    }

    @Test
    void theTableHasEverySettingAndNoOther() throws IOException {
        List<String> settings =
                Arrays.stream(HttpSinkProperties.class.getRecordComponents())
                        .map(one -> DataObjectPropertyName.toDashedForm(one.getName()))
                        .toList();
        List<String> rows = new ArrayList<>();
        Pattern.compile("(?m)^\\| `([a-z-]+)` \\| `[a-zA-Z]+` \\|")
                .matcher(guide())
                .results()
                .forEach(row -> rows.add(row.group(1)));
        assertThat(rows).containsExactlyElementsOf(settings);
    }
}
