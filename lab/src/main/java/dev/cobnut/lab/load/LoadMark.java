package dev.cobnut.lab.load;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Marks a load in Prometheus while it runs, so that dashboards can show it.
///
/// ```text
/// cobnut_load_window{of, simulation, rate}   1 from the start of the load, once a minute; 0 at its end
/// ```
///
/// A Prometheus that does not take the mark is reported once and disturbs no load. The samples are
/// sent by Prometheus' remote write 1.0, which it takes with `--web.enable-remote-write-receiver`.
/// For use by one thread.
public final class LoadMark implements AutoCloseable {

    /// Environment variable with the address of a Prometheus; without it nothing is marked.
    static final String PROMETHEUS = "COBNUT_PROMETHEUS";

    static final String METRIC = "cobnut_load_window";

    /// Prometheus takes a sample for the current value for five minutes.
    private static final Duration EVERY = Duration.ofMinutes(1);

    private static final int TIMEOUT_MS = 2_000;

    /// Wire types of Protocol Buffers.
    private static final int FIXED_64 = 1;

    private static final int BYTES = 2;

    /// Tag of Snappy: a literal whose length follows in two bytes.
    private static final int LITERAL_WITH_TWO_BYTES = 61 << 2;

    private final @Nullable URI prometheus;
    private final SortedMap<String, String> labels;
    private final Consumer<String> complaints;
    private final Clock clock;
    private Instant last = Instant.MIN;
    private boolean ended;

    private LoadMark(
            @Nullable URI prometheus,
            Map<String, String> labels,
            Consumer<String> complaints,
            Clock clock) {
        this.prometheus = prometheus;
        this.labels = new TreeMap<>(labels);
        this.labels.put("__name__", METRIC);
        this.complaints = complaints;
        this.clock = clock;
    }

    /// Marks the start of a load.
    ///
    /// @param of what makes the load, for example `load` or the window of a session
    /// @param rate requests per second; null for a rate that nobody planned
    /// @param complaints receives a sentence when the load cannot be marked
    public static LoadMark begin(
            String of, String simulation, @Nullable Double rate, Consumer<String> complaints) {
        @Nullable String address = System.getenv(PROMETHEUS);
        return begin(
                address == null || address.isBlank() ? null : URI.create(address),
                Map.of(
                        "of",
                        of,
                        "simulation",
                        simulation,
                        "rate",
                        rate == null ? "unknown" : number(rate)),
                complaints,
                Clock.systemUTC());
    }

    /// As above, with the address, the labels and the clock.
    ///
    /// @param prometheus null to mark nothing
    public static LoadMark begin(
            @Nullable URI prometheus,
            Map<String, String> labels,
            Consumer<String> complaints,
            Clock clock) {
        LoadMark mark = new LoadMark(prometheus, labels, complaints, clock);
        mark.goesOn();
        return mark;
    }

    /// To be called now and then while the load runs.
    public void goesOn() {
        if (!ended && !clock.instant().isBefore(last.plus(EVERY))) {
            send(1);
        }
    }

    /// Marks the end of the load.
    @Override
    public void close() {
        if (!ended) {
            send(0);
            ended = true;
        }
    }

    private void send(int value) {
        if (prometheus == null || ended) {
            return;
        }
        last = clock.instant();
        try {
            post(prometheus.resolve("/api/v1/write"), sample(value, last));
        } catch (IOException e) {
            ended = true;
            complaints.accept(
                    "The load is not marked in Prometheus at %s: %s."
                            .formatted(prometheus, e.getMessage()));
        }
    }

    private static void post(URI address, byte[] body) throws IOException {
        HttpURLConnection connection = (HttpURLConnection) address.toURL().openConnection();
        connection.setConnectTimeout(TIMEOUT_MS);
        connection.setReadTimeout(TIMEOUT_MS);
        connection.setRequestMethod("POST");
        connection.setRequestProperty("Content-Type", "application/x-protobuf");
        connection.setRequestProperty("Content-Encoding", "snappy");
        connection.setRequestProperty("X-Prometheus-Remote-Write-Version", "0.1.0");
        connection.setDoOutput(true);
        try (OutputStream out = connection.getOutputStream()) {
            out.write(body);
        }
        if (connection.getResponseCode() / 100 != 2) {
            throw new IOException(
                    "it answered %d; it needs --web.enable-remote-write-receiver"
                            .formatted(connection.getResponseCode()));
        }
    }

    /// A `WriteRequest` with one series of one sample, in Protocol Buffers.
    private byte[] sample(double value, Instant at) {
        ByteArrayOutputStream series = new ByteArrayOutputStream();
        labels.forEach((name, text) -> {
            ByteArrayOutputStream label = new ByteArrayOutputStream();
            field(label, 1, name.getBytes(StandardCharsets.UTF_8));
            field(label, 2, text.getBytes(StandardCharsets.UTF_8));
            field(series, 1, label.toByteArray());
        });
        ByteArrayOutputStream sample = new ByteArrayOutputStream();
        sample.write(1 << 3 | FIXED_64);
        sample.writeBytes(
                ByteBuffer.allocate(Double.BYTES)
                        .order(ByteOrder.LITTLE_ENDIAN)
                        .putDouble(value)
                        .array());
        sample.write(2 << 3);
        number(sample, at.toEpochMilli());
        field(series, 2, sample.toByteArray());
        ByteArrayOutputStream request = new ByteArrayOutputStream();
        field(request, 1, series.toByteArray());
        return snappy(request.toByteArray());
    }

    private static void field(ByteArrayOutputStream out, int number, byte[] content) {
        out.write(number << 3 | BYTES);
        number(out, content.length);
        out.writeBytes(content);
    }

    private static void number(ByteArrayOutputStream out, long value) {
        long left = value;
        while (left > 0x7f) {
            out.write((int) (left & 0x7f) | 0x80);
            left >>>= 7;
        }
        out.write((int) left);
    }

    /// Snappy's block format, without compression: the length, and one literal of at most 64 KiB.
    private static byte[] snappy(byte[] content) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        number(out, content.length);
        out.write(LITERAL_WITH_TWO_BYTES);
        out.write((content.length - 1) & 0xff);
        out.write((content.length - 1) >> 8);
        out.writeBytes(content);
        return out.toByteArray();
    }

    private static String number(double value) {
        return value == Math.rint(value) ? Long.toString((long) value) : Double.toString(value);
    }
}
