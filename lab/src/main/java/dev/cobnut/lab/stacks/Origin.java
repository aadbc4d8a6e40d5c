package dev.cobnut.lab.stacks;

import java.util.List;
import java.util.regex.Pattern;

/// The origin of a frame's code, derived from its name.
public enum Origin {
    /// The program and its libraries.
    APPLICATION,
    JDK,
    /// The JVM itself, and libraries in C.
    NATIVE,
    KERNEL;

    private static final List<String> JDK_PACKAGES =
            List.of("java.", "javax.", "jdk.", "sun.", "com.sun.");

    /// Packages in lower case, a type, a method. C compilers name clones of functions `f.part.0`.
    private static final Pattern JAVA =
            Pattern.compile("(?:[a-z_][\\w-]*\\.)+[\\w$/-]+\\.[\\w$<>-]+");

    private static final Pattern CLONE =
            Pattern.compile(".*\\.(?:so|constprop|isra|part|cold|lto_priv|localalias)\\b.*");

    /// @param frame code, not the class at the end of an allocation stack
    public static Origin of(String frame) {
        if (frame.endsWith("_[k]")) {
            return KERNEL;
        }
        if (!JAVA.matcher(frame).matches() || CLONE.matcher(frame).matches()) {
            return NATIVE;
        }
        return ofJdk(frame) ? JDK : APPLICATION;
    }

    /// The origin of the class at the end of an allocation stack. Primitives and their arrays
    /// belong to the JDK.
    public static Origin ofType(String type) {
        return type.indexOf('.') < 0 || ofJdk(type) ? JDK : APPLICATION;
    }

    private static boolean ofJdk(String name) {
        return JDK_PACKAGES.stream().anyMatch(name::startsWith);
    }
}
