package dev.cobnut.framework.autoconfigure.platform;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ForkJoinPool;

/// A flag that Hazelcast or SQLite asks for. A service runs without any of them, unless the JVM
/// denies native access; `docs/jvm.md` has what was measured.
///
/// @param text the flag, as it is written
/// @param moduleName the module of that package
/// @param packageName the package that the flag opens or exports
record JvmFlag(String text, String moduleName, String packageName) {

    private static final List<JvmFlag> PACKAGES =
            List.of(
                    exports("java.base", "jdk.internal.ref"),
                    opens("java.base", "java.lang"),
                    opens("java.base", "sun.nio.ch"),
                    opens("java.management", "sun.management"),
                    opens("jdk.management", "com.sun.management.internal"));

    private static final String NATIVE_ACCESS = "--enable-native-access=ALL-UNNAMED";
    private static final String DENIED = "--illegal-native-access=deny";
    private static final String UNSAFE = "--sun-misc-unsafe-memory-access=";
    private static final String PARALLELISM =
            "-Djava.util.concurrent.ForkJoinPool.common.parallelism=2";

    private static JvmFlag opens(String module, String name) {
        return new JvmFlag("--add-opens=%s/%s=ALL-UNNAMED".formatted(module, name), module, name);
    }

    private static JvmFlag exports(String module, String name) {
        return new JvmFlag("--add-exports=%s/%s=ALL-UNNAMED".formatted(module, name), module, name);
    }

    private boolean isMissingFor(Module caller) {
        return ModuleLayer.boot()
                .findModule(moduleName)
                .map(module ->
                        text.startsWith("--add-opens")
                                ? !module.isOpen(packageName, caller)
                                : !module.isExported(packageName, caller))
                .orElse(false);
    }

    /// @param caller module of the libraries: the unnamed one of the class path
    /// @param arguments flags that the JVM got
    /// @return the flags that would help, as they are written
    static List<String> missing(Module caller, List<String> arguments) {
        List<String> missing = new ArrayList<>();
        if (!caller.isNativeAccessEnabled()) {
            missing.add(NATIVE_ACCESS);
        }
        if (arguments.stream().noneMatch(argument -> argument.startsWith(UNSAFE))) {
            missing.add(UNSAFE + "allow");
        }
        PACKAGES.stream()
                .filter(flag -> flag.isMissingFor(caller))
                .map(JvmFlag::text)
                .forEach(missing::add);
        if (ForkJoinPool.getCommonPoolParallelism() < 2) {
            missing.add(PARALLELISM);
        }
        return missing;
    }

    /// @param sqlite true when the service has SQLite's driver
    /// @return a sentence for each flag without which the service cannot run
    static List<String> mistakes(Module caller, List<String> arguments, boolean sqlite) {
        return sqlite && arguments.contains(DENIED) && !caller.isNativeAccessEnabled()
                ? List.of(
                        "This JVM denies native access (%s), and SQLite's driver loads a library: add %s to the flags of the JVM, or \"Enable-Native-Access: ALL-UNNAMED\" to the manifest of the jar (docs/jvm.md)."
                                .formatted(DENIED, NATIVE_ACCESS))
                : List.of();
    }

    /// One line for the log.
    static String advice(List<String> missing) {
        return "The service runs, but Hazelcast and SQLite ask for flags that this JVM was not"
                + " started with, and warn: "
                + String.join(" ", missing)
                + " (docs/jvm.md says where to write them).";
    }
}
