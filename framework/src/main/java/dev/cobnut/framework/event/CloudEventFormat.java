package dev.cobnut.framework.event;

import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.json.JsonMapper;

/// A recorded event as CloudEvents 1.0 in JSON, for others than this service.
///
/// ```text
/// specversion      1.0
/// id               the event's id                       subject          the stream, category-id
/// source           the service, as configured           time             when it was decided
/// type             the event's type, as stored          datacontenttype  media type of the content
/// sequence         position in the journal, 19 digits: of two events of a source, and so of a
///                  stream, the greater text is the later one
/// streamversion    version in the stream, as text: 1, 2, 3 … without a gap
/// schemaversion    version of the content's shape, a number
/// correlationid, causationid, traceparent               when the event has them
/// data             the content, when its media type is JSON; otherwise data_base64
/// ```
///
/// Sources: <https://github.com/cloudevents/spec>, the core and its JSON format, and the extensions
/// Sequence, Correlation and Distributed Tracing. `streamversion` and `schemaversion` are our own.
/// Thread-safe.
public final class CloudEventFormat {

    /// Media type of [#encode].
    public static final String MEDIA_TYPE = "application/cloudevents+json";

    /// Media type of the content that [JsonEventCodec] writes.
    public static final String JSON = "application/json";

    private static final JsonMapper MAPPER = JsonMapper.shared();

    private final String source;
    private final String contentType;
    private final boolean isJson;

    /// @param source URI reference of the service, for example `/shop`
    /// @param contentType media type of the events' content, for example [#JSON]
    /// @throws IllegalArgumentException when the source or the content type is empty
    public CloudEventFormat(URI source, String contentType) {
        if (source.toString().isEmpty()) {
            throw new IllegalArgumentException(
                    "the source of a CloudEvent must not be empty; /shop is one");
        }
        String type = contentType.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
        if (type.indexOf('/') < 1 || type.endsWith("/")) {
            throw new IllegalArgumentException(
                    "a content type is like " + JSON + ", not '" + contentType + "'");
        }
        this.source = source.toString();
        this.contentType = contentType;
        this.isJson = type.endsWith("/json") || type.endsWith("+json");
    }

    /// @return one JSON object, UTF-8
    /// @throws UnreadableEventException when the media type of the content is JSON and the content
    ///   is not one JSON value in UTF-8
    public byte[] encode(RecordedEvent event) {
        ByteArrayOutputStream out = new ByteArrayOutputStream(512 + event.payload().length());
        try (JsonGenerator json = MAPPER.createGenerator(out)) {
            json.writeStartObject();
            json.writeStringProperty("specversion", "1.0");
            json.writeStringProperty("id", event.id().toString());
            json.writeStringProperty("source", source);
            json.writeStringProperty("type", event.type());
            json.writeStringProperty("subject", event.stream().value());
            json.writeStringProperty("time", event.metadata().time().toString());
            json.writeStringProperty("sequence", "%019d".formatted(event.position()));
            json.writeStringProperty("streamversion", Long.toString(event.version()));
            json.writeNumberProperty("schemaversion", event.schemaVersion());
            writePresent(json, "correlationid", event.metadata().correlation());
            writePresent(json, "causationid", event.metadata().causation());
            writePresent(json, "traceparent", event.metadata().traceparent());
            json.writeStringProperty("datacontenttype", contentType);
            if (isJson) {
                json.writeName("data");
                json.writeRawValue(jsonValue(event));
            } else {
                json.writeStringProperty(
                        "data_base64", Base64.getEncoder().encodeToString(event.payload().bytes()));
            }
            json.writeEndObject();
        }
        return out.toByteArray();
    }

    private static void writePresent(JsonGenerator json, String name, @Nullable String value) {
        if (value != null && !value.isEmpty()) {
            json.writeStringProperty(name, value);
        }
    }

    /// The content as it is, when it can stand in another JSON text.
    private static String jsonValue(RecordedEvent event) {
        try {
            String text =
                    StandardCharsets.UTF_8
                            .newDecoder()
                            .decode(ByteBuffer.wrap(event.payload().bytes()))
                            .toString();
            try (JsonParser parser = MAPPER.createParser(text)) {
                JsonToken first = parser.nextToken();
                parser.skipChildren();
                if (first == null || parser.nextToken() != null) {
                    throw notJson(event, null);
                }
            }
            return text;
        } catch (CharacterCodingException | JacksonException e) {
            throw notJson(event, e);
        }
    }

    private static UnreadableEventException notJson(
            RecordedEvent event, @Nullable Exception cause) {
        return new UnreadableEventException(
                "the content of "
                        + event.type()
                        + ", version "
                        + event.version()
                        + " of "
                        + event.stream()
                        + ", is not one JSON value in UTF-8; give the content type of its codec",
                cause);
    }
}
