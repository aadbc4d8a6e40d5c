package dev.cobnut.lab.flamegraph;

import dev.cobnut.lab.stacks.Origin;
import java.util.Locale;

/// Where a frame's code comes from; decides its colour and nothing else. What a frame counts for is
/// decided by the subsystems.
///
/// The colours differ in lightness as well as in hue, and leave red to the boxes.
enum FrameKind {
    OWN("Cobnut", 0x7DB8E8),
    HAZELCAST("Hazelcast", 0xF2C35B),
    LIBRARY("other libraries", 0xD9C9EA),
    JDK("JDK", 0xC2E5C0),
    NATIVE("JVM and native", 0xCDD0D4),
    KERNEL("kernel", 0xB0A18C),
    TYPE("allocated type", 0xFBE9A6),
    /// A run of frames, or frames that are too narrow, in one cell: white with an outline.
    FOLDED("folded frames", 0xFFFFFF);

    /// The outline of folded cells; those with no room for one are filled with it.
    static final int OUTLINE = 0xB9BDC2;

    private final String title;
    private final int colour;

    FrameKind(String title, int colour) {
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

    static FrameKind of(String frame) {
        return switch (Origin.of(frame)) {
            case KERNEL -> KERNEL;
            case NATIVE -> NATIVE;
            case JDK -> JDK;
            case APPLICATION ->
                    frame.startsWith("dev.cobnut.")
                            ? OWN
                            : frame.startsWith("com.hazelcast.") ? HAZELCAST : LIBRARY;
        };
    }

    static boolean isJava(String frame) {
        return switch (Origin.of(frame)) {
            case APPLICATION, JDK -> true;
            case NATIVE, KERNEL -> false;
        };
    }
}
