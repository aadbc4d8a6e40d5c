package dev.cobnut.web.json;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/// The fields of one JSON object, in the order of the body. It notes fields that are unknown, given
/// twice or missing. A field with the value null is missing.
public final class ObjectFields {

    private final BodyFields body;
    private final JsonParser json;
    private final FieldNames names;

    /// Bit i: field i was seen.
    private int seen;

    /// Bit i: field i has a value.
    private int given;

    ObjectFields(BodyFields body, JsonParser json, FieldNames names) {
        this.body = body;
        this.json = json;
        this.names = names;
    }

    /// Moves to the value of the next known field and returns its name; null at the object's end.
    public @Nullable String next() {
        while (json.nextToken() != JsonToken.END_OBJECT) {
            int index = names.indexOf(json.currentName());
            JsonToken value = json.nextToken();
            if (index < 0) {
                body.wrongShapeHere(
                        names.names().isEmpty()
                                ? "is not known; no fields are expected"
                                : "is not known; the fields are "
                                        + String.join(", ", names.names()));
            } else if ((seen & 1 << index) != 0) {
                body.wrongShapeHere("is given more than once");
            } else {
                seen |= 1 << index;
                if (value != JsonToken.VALUE_NULL) {
                    given |= 1 << index;
                    return names.names().get(index);
                }
            }
        }
        noteMissing();
        return null;
    }

    private void noteMissing() {
        for (int i = 0; i < names.requiredCount(); i++) {
            if ((given & 1 << i) == 0) {
                body.wrongValue(body.here() + "/" + names.names().get(i), "is required");
            }
        }
    }
}
