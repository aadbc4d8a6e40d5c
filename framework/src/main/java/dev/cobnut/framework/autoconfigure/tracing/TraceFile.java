package dev.cobnut.framework.autoconfigure.tracing;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/// A file of lines whose size has a limit. At it, the file is begun anew at the next line, and the
/// one before is kept with `.1` behind its name. So both together take twice the limit and a line
/// each.
final class TraceFile extends OutputStream {

    private final Path file;
    private final long bytesMax;
    private OutputStream out;
    private long size;
    private boolean atLineStart = true;

    TraceFile(Path file, long bytesMax) throws IOException {
        this.file = file;
        this.bytesMax = bytesMax;
        Path folder = file.toAbsolutePath().getParent();
        if (folder != null) {
            Files.createDirectories(folder);
        }
        this.out = open();
    }

    private OutputStream open() throws IOException {
        OutputStream opened =
                new BufferedOutputStream(
                        Files.newOutputStream(
                                file, StandardOpenOption.CREATE, StandardOpenOption.APPEND));
        size = Files.size(file);
        return opened;
    }

    @Override
    public void write(int b) throws IOException {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public synchronized void write(byte[] bytes, int from, int length) throws IOException {
        if (length == 0) {
            return;
        }
        if (atLineStart && size >= bytesMax) {
            begin();
        }
        out.write(bytes, from, length);
        size += length;
        atLineStart = bytes[from + length - 1] == '\n';
        if (atLineStart) {
            out.flush();
        }
    }

    private void begin() throws IOException {
        out.close();
        if (Files.exists(file)) { // somebody may have taken it away
            Files.move(
                    file,
                    file.resolveSibling(file.getFileName() + ".1"),
                    StandardCopyOption.REPLACE_EXISTING);
        }
        out = open();
    }

    @Override
    public synchronized void flush() throws IOException {
        out.flush();
    }

    @Override
    public synchronized void close() throws IOException {
        out.close();
    }
}
