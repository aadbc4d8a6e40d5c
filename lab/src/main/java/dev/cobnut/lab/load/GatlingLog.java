package dev.cobnut.lab.load;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
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

    private static final Charset UTF_16_OF_THE_MACHINE =
            ByteOrder.nativeOrder() == ByteOrder.BIG_ENDIAN
                    ? StandardCharsets.UTF_16BE
                    : StandardCharsets.UTF_16LE;

    /// Receives the records in the order of the file, which is the order of their ends. Times are
    /// epoch milliseconds.
    interface Visitor {

        void response(String name, long start, long end, boolean ok, String message);

        void userStarted(long at);

        void error(String message, long at);
    }

    private final DataInputStream in;
    private final Visitor visitor;
    private final Map<Integer, String> cache = new HashMap<>();
    private long runStart;

    private GatlingLog(DataInputStream in, Visitor visitor) {
        this.in = in;
        this.visitor = visitor;
    }

    /// @return true when the log ends with a complete record; false is possible after a killed
    ///   generator
    /// @throws IOException when the file cannot be read, has another version, or is not a log
    static boolean read(Path file, Visitor visitor) throws IOException {
        try (DataInputStream in =
                new DataInputStream(new BufferedInputStream(Files.newInputStream(file), 1 << 16))) {
            return new GatlingLog(in, visitor).records(file);
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
                    case 4 -> visitor.error(cached(), runStart + in.readInt());
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
        visitor.response(name, start, end, ok, cached());
    }

    private void user() throws IOException {
        in.readInt();
        boolean starts = in.readBoolean();
        long at = runStart + in.readInt();
        if (starts) {
            visitor.userStarted(at);
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
