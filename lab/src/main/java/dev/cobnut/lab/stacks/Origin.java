package dev.cobnut.lab.stacks;

import java.util.List;
import java.util.regex.Pattern;

/// Where a frame's code comes from, by its name alone.
public enum Origin {
    /// The program and its libraries: what its build decides.
    APPLICATION,
    JDK,
    /// The JVM itself, and libraries in C.
    NATIVE,
    KERNEL;

    private static final List<String> JDK_PACKAGES =
            List.of("java.", "javax.", "jdk.", "sun.", "com.sun.");

    /// Packages in lower case, a type, a method; compilers of C name their clones `f.part.0`.
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

    /// Of the class at the end of an allocation stack; primitives and their arrays are the JDK's.
    public static Origin ofType(String type) {
        return type.indexOf('.') < 0 || ofJdk(type) ? JDK : APPLICATION;
    }

    private static boolean ofJdk(String name) {
        return JDK_PACKAGES.stream().anyMatch(name::startsWith);
    }
}
