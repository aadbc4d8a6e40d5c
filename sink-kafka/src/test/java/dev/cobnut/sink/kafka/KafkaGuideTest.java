package dev.cobnut.sink.kafka;

import static dev.cobnut.sink.kafka.CardEvents.event;
import static org.assertj.core.api.Assertions.assertThat;

import dev.cobnut.framework.handler.Start;
import dev.cobnut.sink.kafka.autoconfigure.KafkaSinkAutoConfiguration;
import dev.cobnut.sink.kafka.autoconfigure.KafkaSinkProperties;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.context.properties.bind.DataObjectPropertyName;
import org.springframework.boot.kafka.autoconfigure.KafkaAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.kafka.core.ProducerFactory;
import tools.jackson.databind.json.JsonMapper;

/// The part of `docs/sinks.md` on Kafka is true.
class KafkaGuideTest {

    private static final Path HERE =
            Path.of("src/test/java/dev/cobnut/sink/kafka/KafkaGuideTest.java");

    private static final String TOPIC = "library.cards";

    @Configuration(proxyBeanMethods = false)
    static class Library {

        @Bean
        KafkaSink cards(ProducerFactory<?, ?> kafka) {
            return KafkaSink.named("cards")
                    .to(kafka)
                    .topic("library.cards")
                    .source(URI.create("/library"))
                    .categories("card")
                    .types("FineCharged", "FinePaid")
                    .from(Start.NOW)
                    .build();
        }
    }

    private static String page() throws IOException {
        return Files.readString(Path.of("..", "docs", "sinks.md"));
    }

    private static String guide() throws IOException {
        return page().substring(page().indexOf("\n## Kafka\n"));
    }

    private static List<String> blocks(String page, String language) {
        return Pattern.compile("```" + language + "\n(.*?)```", Pattern.DOTALL)
                .matcher(page)
                .results()
                .map(block -> block.group(1))
                .toList();
    }

    private static List<String> firstCells(String beginOfTable) throws IOException {
        String table = guide().substring(guide().indexOf(beginOfTable));
        return Pattern.compile("(?m)^\\| `([a-z._-]+[a-z])` \\|")
                .matcher(table.substring(0, table.indexOf("\n\n")))
                .results()
                .map(row -> row.group(1))
                .toList();
    }

    private static String squeezed(String text) {
        return text.replaceAll("\\s+", "");
    }

    @Test
    void theBeanOfTheGuideSendsTheRecordOfTheGuide() throws Exception {
        List<String> examples = blocks(guide(), "java");
        assertThat(examples).hasSize(1);
        assertThat(squeezed(Files.readString(HERE))).contains(squeezed(examples.getFirst()));
        LocalBroker broker = LocalBroker.shared();
        broker.createTopic(TOPIC);
        new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(KafkaAutoConfiguration.class))
                .withUserConfiguration(Library.class)
                .withPropertyValues("spring.kafka.bootstrap-servers=" + broker.address())
                .run(context -> context.getBean(KafkaSink.class).handle(event(7, 3)));
        ConsumerRecord<String, byte[]> record = broker.records(TOPIC).getFirst();
        assertThat(guide()).contains("| key | the stream, `" + record.key() + "`");
        assertThat(JsonMapper.shared().readTree(record.value()))
                .isEqualTo(JsonMapper.shared().readTree(blocks(page(), "json").getFirst()));
        List<String> headers = new ArrayList<>();
        for (MatchResult row :
                Pattern.compile("(?m)^\\| (`content-type`|`ce_[^|]*`) \\| (?!`)")
                        .matcher(guide())
                        .results()
                        .toList()) {
            headers.addAll(Arrays.asList(row.group(1).replace("`", "").split(", ")));
        }
        assertThat(record.headers()).extracting(Header::key).containsExactlyElementsOf(headers);
    }

    @Test
    void theSettingsOfTheGuideMakeASink() throws IOException {
        String[] settings = blocks(guide(), "properties").getFirst().split("\n");
        new ApplicationContextRunner()
                .withConfiguration(
                        AutoConfigurations.of(
                                KafkaAutoConfiguration.class, KafkaSinkAutoConfiguration.class))
                .withPropertyValues(settings)
                .run(context ->
                        assertThat(context.getBean(KafkaSink.class).name()).isEqualTo("kafka"));
    }

    @Test
    void theTableHasEverySettingAndNoOther() throws IOException {
        assertThat(firstCells("| `cobnut.sink.kafka.`"))
                .containsExactlyElementsOf(
                        Arrays.stream(KafkaSinkProperties.class.getRecordComponents())
                                .map(one -> DataObjectPropertyName.toDashedForm(one.getName()))
                                .toList());
    }

    @Test
    void theTableOfTheProducerHasWhatTheSinkSets() throws IOException {
        Map<String, Object> given = Map.of("bootstrap.servers", "127.0.0.1:9");
        assertThat(firstCells("| setting of the producer |"))
                .containsAll(
                        ProducerRules.of("cards", given).keySet().stream()
                                .filter(setting -> !setting.endsWith(".serializer"))
                                .filter(setting -> !setting.equals("client.id"))
                                .filter(setting -> !given.containsKey(setting))
                                .toList());
    }
}
