package dev.cobnut.framework.table;

import dev.cobnut.framework.event.RecordedEvent;
import java.util.List;

/// A stream that is parked for a table, from the event that could not be applied.
///
/// @param failure at most [#FAILURE_LENGTH_MAX] characters, which every database takes
public record ParkedByTable(String stream, long version, String type, String failure) {

    /// Longest failure text that is kept, in characters.
    public static final int FAILURE_LENGTH_MAX = 500;

    public static ParkedByTable of(RecordedEvent event, Throwable failure) {
        String text = String.valueOf(failure).replace('\t', ' ').replace('\0', '?');
        return new ParkedByTable(
                event.stream().value(),
                event.version(),
                event.type(),
                text.substring(0, Math.min(FAILURE_LENGTH_MAX, text.length())));
    }

    static ParkedByTable parse(String line) {
        List<String> parts = List.of(line.split("\t", 4));
        return new ParkedByTable(
                parts.get(0), Long.parseLong(parts.get(1)), parts.get(2), parts.get(3));
    }

    String line() {
        return stream + "\t" + version + "\t" + type + "\t" + failure;
    }
}
