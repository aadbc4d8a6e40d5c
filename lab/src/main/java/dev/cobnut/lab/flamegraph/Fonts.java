package dev.cobnut.lab.flamegraph;

import java.awt.Font;
import java.awt.FontFormatException;
import java.awt.font.FontRenderContext;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// The font of the pictures, loaded from this jar: DejaVu Sans Condensed. Java2D makes bold text
/// from it.
///
/// Java2D reads the system's fonts before it draws with any font. It throws where the system has
/// none, for example in a container. The first use of this class therefore sets a font
/// configuration without fonts and the headless mode. Properties that the process was started with
/// (`-Dsun.awt.fontconfig`) take precedence.
final class Fonts {

    /// Alternative families for a viewer with other fonts.
    static final String SVG_FAMILY =
            "'DejaVu Sans Condensed','DejaVu Sans',Verdana,'Liberation Sans',Arial,sans-serif";

    private static final FontRenderContext CONTEXT = new FontRenderContext(null, true, true);
    private static final String FILE = "fonts/DejaVuSansCondensed.ttf";
    private static final Font FONT;

    static {
        workWithoutSystemFonts();
        FONT = load();
    }

    private static final Map<Integer, Double> ADVANCES = new ConcurrentHashMap<>();
    private static final Map<Integer, Double> BOLD_ADVANCES = new ConcurrentHashMap<>();

    private Fonts() {}

    static Font of(boolean bold, double size) {
        return FONT.deriveFont(bold ? Font.BOLD : Font.PLAIN, (float) size);
    }

    /// The width of a text in pixels.
    static double width(String text, boolean bold, double size) {
        Map<Integer, Double> advances = bold ? BOLD_ADVANCES : ADVANCES;
        return size
                * text.codePoints()
                        .mapToDouble(c -> advances.computeIfAbsent(c, _ -> advance(c, bold)))
                        .sum();
    }

    /// The width of one character at size 1.
    private static double advance(int codePoint, boolean bold) {
        float size = 100;
        return of(bold, size).getStringBounds(Character.toString(codePoint), CONTEXT).getWidth()
                / size;
    }

    private static void workWithoutSystemFonts() {
        if (System.getProperty("java.awt.headless") == null) {
            System.setProperty("java.awt.headless", "true");
        }
        if (System.getProperty("sun.awt.fontconfig") != null) {
            return;
        }
        try {
            Path file = Files.createTempFile("cobnut-fontconfig", ".properties");
            file.toFile().deleteOnExit();
            Files.writeString(file, "version=1\nsequence.allfonts=default\n");
            System.setProperty("sun.awt.fontconfig", file.toString());
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "Drawing needs to write a file in " + System.getProperty("java.io.tmpdir"), e);
        }
    }

    private static Font load() {
        try (InputStream in = Fonts.class.getResourceAsStream(FILE)) {
            if (in == null) {
                throw new IllegalStateException("The font " + FILE + " is missing in the jar");
            }
            return Font.createFont(Font.TRUETYPE_FONT, in);
        } catch (IOException | FontFormatException e) {
            throw new IllegalStateException("The font " + FILE + " cannot be loaded", e);
        }
    }
}
