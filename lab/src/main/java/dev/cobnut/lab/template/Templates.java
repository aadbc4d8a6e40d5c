package dev.cobnut.lab.template;

import io.pebbletemplates.pebble.PebbleEngine;
import io.pebbletemplates.pebble.loader.StringLoader;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;

/// Fills templates. What a template prints is escaped for HTML and XML unless it says `raw`.
public final class Templates {

    private static final PebbleEngine ENGINE =
            new PebbleEngine.Builder()
                    .loader(new StringLoader())
                    .cacheActive(false)
                    .strictVariables(true)
                    .defaultLocale(Locale.ROOT)
                    .addEscapingStrategy("html", Templates::escaped)
                    .build();

    private Templates() {}

    /// @param beside a class in the package of the file
    public static String fill(Class<?> beside, String file, Map<String, Object> values) {
        StringWriter filled = new StringWriter();
        try {
            ENGINE.getTemplate(text(beside, file)).evaluate(filled, values);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return filled.toString();
    }

    /// The content of a file in the jar.
    public static String text(Class<?> beside, String file) {
        try (InputStream in = beside.getResourceAsStream(file)) {
            if (in == null) {
                throw new IllegalStateException(file + " is missing in the jar");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
