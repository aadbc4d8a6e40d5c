package dev.cobnut.lab.flamegraph;

import dev.cobnut.lab.stacks.Origin;
import java.util.Locale;

/// The origin of a frame's code. It decides only the frame's colour; the subsystems decide where
/// the frame's cost is counted.
///
/// The colours differ in lightness as well as in hue. Red is reserved for the boxes.
enum FrameKind {
    OWN("Cobnut", 0x7DB8E8),
    HAZELCAST("Hazelcast", 0xF2C35B),
    LIBRARY("other libraries", 0xD9C9EA),
    JDK("JDK", 0xC2E5C0),
    NATIVE("JVM and native", 0xCDD0D4),
    KERNEL("kernel", 0xB0A18C),
    TYPE("allocated type", 0xFBE9A6),
    /// Frames of the page that are too rare to have cells of their own.
    RARE("rare frames", 0xE6E8EB);

    private final String title;
    private final int colour;

    FrameKind(String title, int colour) {
        this.title = title;
        this.colour = colour;
    }

    /// The name of the kind on the page.
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
