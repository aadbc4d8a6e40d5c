package dev.cobnut.loadtests.early;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.jar.JarOutputStream;
import java.util.zip.ZipEntry;

/// The plug-in: a jar for the class path of the order service.
public final class EarlyAcknowledgementJar {

    private EarlyAcknowledgementJar() {}

    /// Writes the jar into a folder.
    public static Path in(Path folder) throws IOException {
        Path file = folder.resolve("early-acknowledgement.jar");
        try (JarOutputStream jar = new JarOutputStream(Files.newOutputStream(file))) {
            for (Class<?> type : List.of(EarlyAcknowledgement.class, LateCopy.class)) {
                String entry = type.getName().replace('.', '/') + ".class";
                try (InputStream bytes =
                        Objects.requireNonNull(type.getResourceAsStream("/" + entry))) {
                    add(jar, entry, bytes.readAllBytes());
                }
            }
            add(
                    jar,
                    "META-INF/spring/org.springframework.boot.autoconfigure.AutoConfiguration.imports",
                    EarlyAcknowledgement.class.getName().getBytes(StandardCharsets.UTF_8));
        }
        return file;
    }

    private static void add(JarOutputStream jar, String name, byte[] bytes) throws IOException {
        jar.putNextEntry(new ZipEntry(name));
        jar.write(bytes);
        jar.closeEntry();
    }
}
