package dev.cobnut.lab.generator;

import io.gatling.http.client.Request;
import io.gatling.http.response.Response;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.WeakHashMap;
import org.jspecify.annotations.Nullable;

/// The latencies of answers in microseconds, beside Gatling's log in milliseconds.
///
/// ```text
/// answers.bin   (start:long elapsed:int micros:int)*   big-endian
///               start and elapsed in milliseconds, as in simulation.log; start is an epoch time
/// ```
///
/// The latency begins when the request is written to its connection. When Gatling's own time is
/// longer, because the connection had to be made, that time counts. A request without an answer is
/// only in Gatling's log. Any thread may call it.
public final class AnswerLog implements AutoCloseable {

    private static final int BYTES = Long.BYTES + 2 * Integer.BYTES;
    private static final int MICROS_PER_MS = 1_000;
    private static final long NANOS_PER_MICRO = 1_000;

    private final Map<Request, Long> sent = Collections.synchronizedMap(new WeakHashMap<>());
    private final DataOutputStream out;

    /// The times of an answer that both logs have, in milliseconds.
    public record Times(long start, long end) {}

    AnswerLog(Path folder) throws IOException {
        out = new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(file(folder))));
    }

    /// Reads the microseconds of the answers in a folder, in the order of the file. A folder of an
    /// earlier build has none, and a killed generator leaves an incomplete last answer; neither is
    /// an error.
    public static Map<Times, Deque<Integer>> read(Path folder) throws IOException {
        Map<Times, Deque<Integer>> micros = new HashMap<>();
        if (!Files.exists(file(folder))) {
            return micros;
        }
        long answers = Files.size(file(folder)) / BYTES;
        try (DataInputStream in =
                new DataInputStream(new BufferedInputStream(Files.newInputStream(file(folder))))) {
            for (long i = 0; i < answers; i++) {
                long start = in.readLong();
                Times times = new Times(start, start + in.readInt());
                micros.computeIfAbsent(times, _ -> new ArrayDeque<>(1)).add(in.readInt());
            }
        }
        return micros;
    }

    private static Path file(Path folder) {
        return folder.resolve("answers.bin");
    }

    /// Called when a request is written.
    Request sent(Request request) {
        sent.put(request, System.nanoTime());
        return request;
    }

    /// Called when the answer is complete.
    void answered(Response response) {
        @Nullable Long began = sent.remove(response.request());
        long micros = began == null ? 0 : (System.nanoTime() - began) / NANOS_PER_MICRO;
        int elapsedMs = Math.toIntExact(response.endTimestamp() - response.startTimestamp());
        int longest = (int) Math.max(micros, (elapsedMs - 1L) * MICROS_PER_MS);
        try {
            write(response.startTimestamp(), elapsedMs, longest);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private synchronized void write(long startMs, int elapsedMs, int micros) throws IOException {
        out.writeLong(startMs);
        out.writeInt(elapsedMs);
        out.writeInt(micros);
    }

    @Override
    public synchronized void close() throws IOException {
        out.close();
    }
}
