package dev.cobnut.lab.load;

import dev.cobnut.lab.generator.AnswerLog;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Reads Gatling's binary `simulation.log`. The format is private to Gatling and changes between
/// versions, so only [#VERSION] is read.
///
/// ```text
/// big-endian; time is milliseconds since the run's start
/// 0 Run       version:string class:string start:long description:string
///             scenarios:int (name:string)* assertions:int (length:int bytes)*
/// 1 Response  groups:int (name:cached)* name:cached start:int end:int ok:byte message:cached
/// 2 User      scenario:int starts:byte at:int
/// 3 Group     groups:int (name:cached)* start:int end:int cumulated:int ok:byte
/// 4 Error     message:cached at:int
/// string      length:int, and unless that is 0: bytes, coder:byte (0 Latin-1, 1 UTF-16 of the machine)
/// cached      index:int, and the string if the index is positive; a negative one is a string's from before
/// ```
final class GatlingLog {

    static final String VERSION = "3.15.1";

    /// A longer text indicates another format.
    private static final int STRING_BYTES_MAX = 1 << 20;

    private static final long MICROS_PER_MS = 1_000;

    private static final Charset UTF_16_OF_THE_MACHINE =
            ByteOrder.nativeOrder() == ByteOrder.BIG_ENDIAN
                    ? StandardCharsets.UTF_16BE
                    : StandardCharsets.UTF_16LE;

    /// The answers in the order of their ends.
    final List<Response> responses = new ArrayList<>();

    /// Errors outside a request; they have no name.
    final List<Response> crashes = new ArrayList<>();

    /// When users started.
    final List<Long> users = new ArrayList<>();

    /// True when the log ends with a complete record; a killed generator may leave another one.
    final boolean complete;

    private final DataInputStream in;
    private final Map<AnswerLog.Times, Deque<Integer>> micros;
    private final Map<Integer, String> cache = new HashMap<>();
    private long runStart;

    /// @param end in epoch milliseconds, as is `start`
    /// @param micros the latency; whole milliseconds when the other log does not have it
    record Response(String name, long start, long end, long micros, boolean ok, String message) {}

    private GatlingLog(DataInputStream in, Map<AnswerLog.Times, Deque<Integer>> micros, Path file)
            throws IOException {
        this.in = in;
        this.micros = micros;
        complete = records(file);
    }

    /// @param micros latencies of the [AnswerLog]; they are used up
    /// @throws IOException when the file cannot be read, has another version, or is not a log
    static GatlingLog read(Path file, Map<AnswerLog.Times, Deque<Integer>> micros)
            throws IOException {
        try (DataInputStream in =
                new DataInputStream(new BufferedInputStream(Files.newInputStream(file), 1 << 16))) {
            return new GatlingLog(in, micros, file);
        }
    }

    private boolean records(Path file) throws IOException {
        try {
            header(file);
            while (true) {
                int type = in.read();
                switch (type) {
                    case -1 -> {
                        return true;
                    }
                    case 1 -> response();
                    case 2 -> user();
                    case 3 -> group();
                    case 4 -> error();
                    default ->
                            throw new IOException(
                                    "%s has a record of the unknown type %d."
                                            .formatted(file, type));
                }
            }
        } catch (EOFException _) {
            return false;
        }
    }

    private void header(Path file) throws IOException {
        int type = in.readByte();
        String version = type == 0 ? string() : "";
        if (!version.equals(VERSION)) {
            throw new IOException(
                    "%s is not a log of Gatling %s%s; other versions cannot be read."
                            .formatted(
                                    file,
                                    VERSION,
                                    version.isEmpty() ? "" : " but of '" + version + "'"));
        }
        string();
        runStart = in.readLong();
        string();
        for (int scenarios = in.readInt(); scenarios > 0; scenarios--) {
            string();
        }
        for (int assertions = in.readInt(); assertions > 0; assertions--) {
            in.skipNBytes(in.readInt());
        }
    }

    private void response() throws IOException {
        groups();
        String name = cached();
        long start = runStart + in.readInt();
        long end = runStart + in.readInt();
        boolean ok = in.readBoolean();
        @Nullable Deque<Integer> known = micros.get(new AnswerLog.Times(start, end));
        long latency =
                known == null || known.isEmpty() ? MICROS_PER_MS * (end - start) : known.remove();
        responses.add(new Response(name, start, end, latency, ok, cached()));
    }

    private void error() throws IOException {
        String message = cached();
        long at = runStart + in.readInt();
        crashes.add(new Response("", at, at, 0, false, message));
    }

    private void user() throws IOException {
        in.readInt();
        boolean starts = in.readBoolean();
        long at = runStart + in.readInt();
        if (starts) {
            users.add(at);
        }
    }

    private void group() throws IOException {
        groups();
        in.skipNBytes(3 * Integer.BYTES + 1);
    }

    private void groups() throws IOException {
        for (int groups = in.readInt(); groups > 0; groups--) {
            cached();
        }
    }

    private String cached() throws IOException {
        int index = in.readInt();
        if (index >= 0) {
            String string = string();
            cache.put(index, string);
            return string;
        }
        @Nullable String known = cache.get(-index);
        if (known == null) {
            throw new IOException(
                    "The log refers to text %d, which it does not contain.".formatted(-index));
        }
        return known;
    }

    private String string() throws IOException {
        int length = in.readInt();
        if (length < 0 || length > STRING_BYTES_MAX) {
            throw new IOException("The log has a text of %d bytes.".formatted(length));
        }
        if (length == 0) {
            return "";
        }
        byte[] bytes = in.readNBytes(length);
        return new String(
                bytes, in.readByte() == 0 ? StandardCharsets.ISO_8859_1 : UTF_16_OF_THE_MACHINE);
    }
}
