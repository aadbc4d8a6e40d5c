package dev.cobnut.web.feed;

import dev.cobnut.framework.event.CloudEventFormat;
import dev.cobnut.framework.event.RecordedEvent;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/// The form of Server-Sent Events (the HTML standard, 9.2).
///
/// ```text
/// id: <position>        event: <type>        data: <CloudEvent in JSON>        an event
/// :                     id: <position>                                         a heartbeat
/// event: end            id: <position>       data: {"reason":…}                the last event
/// ```
///
/// A heartbeat has no data, so clients are told nothing. But they take its id: who comes back after
/// an hour without events for it need not read that hour.
public final class ServerSentEvents {

    /// Media type of a feed.
    public static final String MEDIA_TYPE = "text/event-stream";

    private static final int OVERHEAD_BYTES = 64;

    private ServerSentEvents() {}

    /// An event with its position as its id and its stored type as its name.
    public static byte[] of(RecordedEvent event, CloudEventFormat format) {
        return event(Long.toString(event.position()), event.type(), format.encode(event));
    }

    /// @param id empty to make clients forget theirs, null for none
    static byte[] event(@Nullable String id, String name, byte[] data) {
        var out = new ByteArrayOutputStream(data.length + OVERHEAD_BYTES);
        if (id != null) {
            write(out, id.isEmpty() ? "id\n" : "id: " + id + "\n");
        }
        write(out, "event: " + name + "\ndata: ");
        for (byte b : data) {
            out.write(b);
            if (b == '\n' || b == '\r') {
                // The line of data ends here. JSON has line breaks between its values only.
                write(out, "data: ");
            }
        }
        write(out, "\n\n");
        return out.toByteArray();
    }

    static byte[] heartbeat(long position) {
        return (":\nid: " + position + "\n\n").getBytes(StandardCharsets.UTF_8);
    }

    /// What comes first: how long a client waits before it connects again, and where it begins.
    static byte[] begin(long retryMs, long position) {
        return ("retry: " + retryMs + "\nid: " + position + "\n\n")
                .getBytes(StandardCharsets.UTF_8);
    }

    private static void write(ByteArrayOutputStream out, String text) {
        out.writeBytes(text.getBytes(StandardCharsets.UTF_8));
    }
}
