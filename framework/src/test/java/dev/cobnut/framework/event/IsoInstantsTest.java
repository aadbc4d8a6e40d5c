package dev.cobnut.framework.event;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonFormat;
import java.time.Instant;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.cfg.DateTimeFeature;
import tools.jackson.databind.json.JsonMapper;

class IsoInstantsTest {

    private static final JsonMapper JACKSON = JsonMapper.builder().build();
    private static final JsonMapper OURS =
            JsonMapper.builder().addModule(new IsoInstants()).build();

    private record Dated(@JsonFormat(pattern = "dd.MM.yyyy HH:mm", timezone = "UTC") Instant at) {}

    @Test
    void everyTimeThatJacksonWritesIsReadAsItIs() {
        SplittableRandom random = new SplittableRandom(7);
        long from = Instant.parse("0000-01-01T00:00:00Z").getEpochSecond();
        long to = Instant.parse("9999-12-31T23:59:59Z").getEpochSecond();
        int[] units = {1_000_000_000, 1_000_000, 1_000, 1};
        for (int i = 0; i < 20_000; i++) {
            int unit = units[i % units.length];
            Instant time =
                    Instant.ofEpochSecond(
                            random.nextLong(from, to + 1),
                            random.nextInt(1_000_000_000) / unit * (long) unit);

            assertThat(IsoInstants.read(time.toString())).isEqualTo(time);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"2026-11-24T23:48:52Z\"",
                "\"2026-02-29T00:00:00Z\"",
                "\"2024-02-29T00:00:00.5Z\"",
                "\"2026-11-24T24:00:00Z\"",
                "\"2026-11-24T23:60:00Z\"",
                "\"2026-11-24T23:48:60Z\"",
                "\"2026-11-24T23:48:52.Z\"",
                "\"2026-11-24T23:48:52.1234567890Z\"",
                "\"2026-11-24T23:48:52,5Z\"",
                "\"2026-11-24T23:48:52.5x7Z\"",
                "\"2026-11-24t23:48:52z\"",
                "\"2026-11-24 23:48:52Z\"",
                "\"2026-11-24T23:48Z\"",
                "\"2026-11-24T23:48:52+02:00\"",
                "\"2026-11-24T23:48:52+0200\"",
                "\"+12026-11-24T23:48:52Z\"",
                "\"-2026-11-24T23:48:52Z\"",
                "\"2026-1-24T23:48:52.10Z\"",
                "\"\\u0662026-11-24T23:48:52Z\"",
                "\"\\u0662\\u0660\\u0662\\u0666-11-24T23:48:52Z\"",
                "\"1795564132.5\"",
                "\"Z\"",
                "\"\"",
                "\"yesterday\"",
                "1795564132.123456789",
                "1795564132",
                "true",
                "[]"
            })
    void anyOtherFormIsReadOrRefusedAsJacksonDoes(String json) {
        assertThat(outcome(OURS, json)).isEqualTo(outcome(JACKSON, json));
    }

    @Test
    void aFormatAndASettingOfTheMapperAreKept() {
        JsonMapper toMillis =
                JsonMapper.builder()
                        .addModule(new IsoInstants())
                        .enable(DateTimeFeature.TRUNCATE_TO_MSECS_ON_READ)
                        .build();

        assertThat(OURS.readValue("{\"at\":\"24.11.2026 23:48\"}", Dated.class).at())
                .isEqualTo("2026-11-24T23:48:00Z");
        assertThat(toMillis.readValue("\"2026-11-24T23:48:52.123456Z\"", Instant.class))
                .isEqualTo("2026-11-24T23:48:52.123Z");
    }

    private static @Nullable Object outcome(JsonMapper mapper, String json) {
        try {
            return mapper.readValue(json, Instant.class);
        } catch (JacksonException e) {
            return e.getOriginalMessage();
        }
    }
}
