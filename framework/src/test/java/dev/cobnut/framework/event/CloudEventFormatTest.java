package dev.cobnut.framework.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class CloudEventFormatTest {

    private static final UUID ID = UUID.fromString("01a1f875-0c11-7000-a2d4-5e6f70819223");
    private static final Instant TIME = Instant.parse("2026-11-23T06:00:00.123456Z");

    private final CloudEventFormat format =
            new CloudEventFormat(URI.create("/shop"), CloudEventFormat.JSON);

    private static RecordedEvent event(Payload payload, EventMetadata metadata) {
        return new RecordedEvent(
                ID, StreamId.of("card", "7"), 3, "FineCharged", 2, payload, metadata, 4_711, 1);
    }

    private static String utf8(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    @Test
    void everyFactOfAnEventIsAnAttributeAndItsContentStaysAsItIs() {
        String content = "{ \"cents\" : 120.50, \"note\":\"Nüsse \\ud83c\\udf30\" }";
        EventMetadata metadata =
                new EventMetadata(
                        TIME,
                        "cause-1",
                        "basket \"1\"",
                        "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01");
        assertThat(utf8(format.encode(event(Payload.ofUtf8(content), metadata))))
                .isEqualTo(
                        "{\"specversion\":\"1.0\",\"id\":\"01a1f875-0c11-7000-a2d4-5e6f70819223\","
                                + "\"source\":\"/shop\",\"type\":\"FineCharged\",\"subject\":\"card-7\","
                                + "\"time\":\"2026-11-23T06:00:00.123456Z\","
                                + "\"sequence\":\"0000000000000004711\",\"streamversion\":\"3\","
                                + "\"schemaversion\":2,\"correlationid\":\"basket \\\"1\\\"\","
                                + "\"causationid\":\"cause-1\","
                                + "\"traceparent\":\"00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01\","
                                + "\"datacontenttype\":\"application/json\",\"data\":"
                                + content
                                + "}");
    }

    @Test
    void whatAnEventDoesNotHaveIsLeftOut() {
        EventMetadata metadata = new EventMetadata(TIME, null, "", null);
        JsonNode read =
                JsonMapper.shared()
                        .readTree(format.encode(event(Payload.ofUtf8("null"), metadata)));
        assertThat(read.propertyNames())
                .doesNotContain("correlationid", "causationid", "traceparent", "data_base64");
        assertThat(read.get("data").isNull()).isTrue();
    }

    @Test
    void contentThatIsNotJsonTravelsInBase64() {
        byte[] bytes = {0, -1, '"', '}'};
        CloudEventFormat binary =
                new CloudEventFormat(URI.create("urn:shop"), "application/vnd.shop");
        JsonNode read =
                JsonMapper.shared()
                        .readTree(binary.encode(event(Payload.of(bytes), EventMetadata.at(TIME))));
        assertThat(read.get("datacontenttype").asString()).isEqualTo("application/vnd.shop");
        assertThat(Base64.getDecoder().decode(read.get("data_base64").asString())).isEqualTo(bytes);
        assertThat(read.has("data")).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "{",
                "{}{}",
                "{} x",
                "\"x\",\"admin\":true",
                "NaN",
                "{a:1}",
                "[1,]"
            })
    void contentThatIsSaidToBeJsonAndIsNotIsRefused(String content) {
        assertThatThrownBy(
                        () -> format.encode(event(Payload.ofUtf8(content), EventMetadata.at(TIME))))
                .isInstanceOf(UnreadableEventException.class)
                .hasMessageStartingWith("the content of FineCharged, version 3 of card-7, is not");
    }

    @Test
    void jsonInAnotherEncodingIsRefused() {
        for (byte[] bytes :
                new byte[][] {
                    "{\"a\":1}".getBytes(StandardCharsets.UTF_16LE),
                    "\"ü\"".getBytes(StandardCharsets.ISO_8859_1),
                    "\ufeff{\"a\":1}".getBytes(StandardCharsets.UTF_8)
                }) {
            assertThatThrownBy(
                            () -> format.encode(event(Payload.of(bytes), EventMetadata.at(TIME))))
                    .isInstanceOf(UnreadableEventException.class);
        }
    }

    @Test
    void ofTwoEventsTheLaterOneHasTheGreaterSequence() {
        String nine = sequence(9);
        String ten = sequence(10);
        assertThat(ten).isGreaterThan(nine);
        assertThat(sequence(Long.MAX_VALUE)).isGreaterThan(ten);
    }

    private String sequence(long position) {
        RecordedEvent event =
                new RecordedEvent(
                        ID,
                        StreamId.of("card", "7"),
                        1,
                        "FineCharged",
                        1,
                        Payload.ofUtf8("1"),
                        EventMetadata.at(TIME),
                        position,
                        1);
        return JsonMapper.shared().readTree(format.encode(event)).get("sequence").asString();
    }

    @Test
    void aSourceOrAContentTypeThatCannotBeIsRefused() {
        assertThatThrownBy(() -> new CloudEventFormat(URI.create(""), CloudEventFormat.JSON))
                .hasMessageContaining("source");
        assertThatThrownBy(() -> new CloudEventFormat(URI.create("/shop"), "json"))
                .hasMessage("a content type is like application/json, not 'json'");
    }
}
