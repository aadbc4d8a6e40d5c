package dev.cobnut.loadtests;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.jar.JarOutputStream;
import java.util.zip.ZipEntry;

/// Packs classes of the tests into a plug-in: a jar for the class path of the order service.
public final class PluginJar {

    private PluginJar() {}

    /// Writes the jar into a folder.
    ///
    /// @param configuration its auto-configuration
    /// @param others all other classes of the plug-in, nested ones too
    public static Path in(Path folder, Class<?> configuration, Class<?>... others)
            throws IOException {
        Path file = folder.resolve(configuration.getSimpleName() + ".jar");
        try (JarOutputStream jar = new JarOutputStream(Files.newOutputStream(file))) {
            add(jar, configuration);
            for (Class<?> type : others) {
                add(jar, type);
            }
            add(
                    jar,
                    "META-INF/spring/org.springframework.boot.autoconfigure.AutoConfiguration.imports",
                    configuration.getName().getBytes(StandardCharsets.UTF_8));
        }
        return file;
    }

    private static void add(JarOutputStream jar, Class<?> type) throws IOException {
        String entry = type.getName().replace('.', '/') + ".class";
        try (InputStream bytes = Objects.requireNonNull(type.getResourceAsStream("/" + entry))) {
            add(jar, entry, bytes.readAllBytes());
        }
    }

    private static void add(JarOutputStream jar, String name, byte[] bytes) throws IOException {
        jar.putNextEntry(new ZipEntry(name));
        jar.write(bytes);
        jar.closeEntry();
    }
}
