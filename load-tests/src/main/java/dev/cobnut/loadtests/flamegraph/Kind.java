package dev.cobnut.loadtests.flamegraph;

import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/// Where a frame's code comes from; decides its colour and nothing else. What a frame counts for is
/// decided by the subsystems.
///
/// The colours differ in lightness as well as in hue, and leave red to the boxes.
enum Kind {
    OWN("Cobnut", 0x7DB8E8),
    HAZELCAST("Hazelcast", 0xF2C35B),
    LIBRARY("other libraries", 0xD9C9EA),
    JDK("JDK", 0xC2E5C0),
    NATIVE("JVM and native", 0xCDD0D4),
    KERNEL("kernel", 0xB0A18C),
    TYPE("allocated type", 0xFBE9A6),
    /// A run of frames, or frames that are too narrow, in one cell: white with an outline.
    FOLDED("folded frames", 0xFFFFFF);

    private static final List<String> JDK_PACKAGES =
            List.of("java.", "javax.", "jdk.", "sun.", "com.sun.");

    /// Packages in lower case, a type, a method; compilers of C name their clones `f.part.0`.
    private static final Pattern JAVA =
            Pattern.compile("(?:[a-z_][\\w-]*\\.)+[\\w$/-]+\\.[\\w$<>-]+");

    private static final Pattern CLONE =
            Pattern.compile(".*\\.(?:so|constprop|isra|part|cold|lto_priv|localalias)\\b.*");

    /// The outline of folded cells; those with no room for one are filled with it.
    static final int OUTLINE = 0xB9BDC2;

    private final String title;
    private final int colour;

    Kind(String title, int colour) {
        this.title = title;
        this.colour = colour;
    }

    /// Its name on the page.
    String id() {
        return name().toLowerCase(Locale.ROOT);
    }

    String title() {
        return title;
    }

    int colour() {
        return colour;
    }

    static Kind of(String frame) {
        if (frame.endsWith("_[k]")) {
            return KERNEL;
        }
        if (!isJava(frame)) {
            return NATIVE;
        }
        if (frame.startsWith("dev.cobnut.")) {
            return OWN;
        }
        if (frame.startsWith("com.hazelcast.")) {
            return HAZELCAST;
        }
        return JDK_PACKAGES.stream().anyMatch(frame::startsWith) ? JDK : LIBRARY;
    }

    static boolean isJava(String frame) {
        return JAVA.matcher(frame).matches() && !CLONE.matcher(frame).matches();
    }
}
