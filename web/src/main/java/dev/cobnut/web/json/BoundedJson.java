package dev.cobnut.web.json;

import java.io.ByteArrayOutputStream;
import java.util.function.Consumer;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;

/// Parses and writes JSON, token by token, within limits.
public final class BoundedJson {

    /// Most levels of nesting.
    static final int DEPTH_MAX = 16;

    /// Most characters of a string that is parsed. The fields have lower limits, which are reported
    /// with a pointer.
    static final int STRING_LENGTH_MAX = 8_192;

    /// Most characters of a number.
    static final int NUMBER_LENGTH_MAX = 64;

    /// Most characters of a field's name.
    static final int NAME_LENGTH_MAX = 128;

    private static final int TYPICAL_ANSWER_BYTES = 1_024;

    private static final JsonFactory FACTORY =
            JsonFactory.builder()
                    .streamReadConstraints(
                            StreamReadConstraints.builder()
                                    .maxNestingDepth(DEPTH_MAX)
                                    .maxStringLength(STRING_LENGTH_MAX)
                                    .maxNumberLength(NUMBER_LENGTH_MAX)
                                    .maxNameLength(NAME_LENGTH_MAX)
                                    .build())
                    .build();

    private BoundedJson() {}

    /// @param body of any encoding that JSON allows
    public static JsonParser parser(byte[] body) {
        return FACTORY.createParser(ObjectReadContext.empty(), body);
    }

    /// What the content writes, in UTF-8.
    public static byte[] write(Consumer<JsonGenerator> content) {
        var bytes = new ByteArrayOutputStream(TYPICAL_ANSWER_BYTES);
        try (JsonGenerator json = FACTORY.createGenerator(ObjectWriteContext.empty(), bytes)) {
            content.accept(json);
        }
        return bytes.toByteArray();
    }
}
