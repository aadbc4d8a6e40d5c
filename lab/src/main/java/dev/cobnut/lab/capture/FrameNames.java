package dev.cobnut.lab.capture;

import dev.cobnut.lab.stacks.StackTable;
import java.util.List;
import java.util.regex.Pattern;

/// Gives the same code the same frame name, in every JVM and after every start.
///
/// A JVM numbers the classes that it generates while it runs: lambdas, method handles, proxies,
/// accessors. Two recordings of the same program would differ in those numbers. A comparison would
/// then report removed and new frames.
///
/// ```text
/// a.B$$Lambda.0x00007f2a1c00.accept     a.B$$Lambda.accept        hidden classes: no address, no number
/// a.B.lambda$poll$3                     a.B.lambda$poll           numbered over the class: one lambda more shifts the rest
/// java.lang.invoke.LambdaForm$MH/0x7f…  java.lang.invoke.LambdaForm$MH
/// a.B$$SpringCGLIB$$0                   a.B$$SpringCGLIB
/// jdk.proxy2.$Proxy42                   jdk.proxy.$Proxy
/// …GeneratedMethodAccessor12            …GeneratedMethodAccessor
/// sqlite-3.5-1f2e…-libsqlitejdbc.so     libsqlitejdbc.so          libraries that are unpacked under random names
/// write_[k]                             write_[k]                 kernel: the suffix stays
/// memcpy+0x1a                           memcpy                    native: no offset
/// ```
final class FrameNames {

    /// The suffix of frames of the kernel.
    static final String KERNEL = "_[k]";

    private record Rule(Pattern pattern, String replacement) {

        static Rule of(String regex, String replacement) {
            return new Rule(Pattern.compile(regex), replacement);
        }

        String apply(String name) {
            return pattern.matcher(name).replaceAll(replacement);
        }
    }

    private static final List<Rule> JAVA =
            List.of(
                    Rule.of("[/.+]0x[0-9a-fA-F]{4,}", ""),
                    Rule.of("\\$\\$Lambda(?:\\$\\d+)?(?:/\\d+)?", "\\$\\$Lambda"),
                    Rule.of("lambda\\$([\\w$]*?)(?:\\$[0-9a-f]{7,8})?\\$\\d+$", "lambda\\$$1"),
                    Rule.of("LambdaForm\\$(MH|DMH|BMH|VH)\\$?\\d*(?:/\\d+)?", "LambdaForm\\$$1"),
                    Rule.of("\\$\\$(\\w*SpringCGLIB)\\$\\$[0-9a-f]+", "\\$\\$$1"),
                    Rule.of("(?:com\\.sun|jdk)\\.proxy\\d*\\.\\$Proxy\\d+", "jdk.proxy.\\$Proxy"),
                    Rule.of("\\$Proxy\\d+", "\\$Proxy"),
                    Rule.of("Generated(\\w*?)Accessor\\d+", "Generated$1Accessor"));

    private static final List<Rule> NATIVE =
            List.of(
                    Rule.of("\\+0x[0-9a-fA-F]+$", ""),
                    Rule.of("\\s*\\(0x[0-9a-fA-F]+\\)", ""),
                    Rule.of("\\.0x[0-9a-fA-F]+", ""),
                    Rule.of("^/.*/", ""),
                    Rule.of("(?:[\\w.]+-)+(lib\\w+\\.so)", "$1"),
                    Rule.of("(lib[A-Za-z]\\w*?)-\\d{6,}\\.so", "$1.so"));

    /// Control characters; tabs and line ends would break a table of stacks.
    private static final Pattern CONTROL = Pattern.compile("\\p{Cntrl}");

    private FrameNames() {}

    /// @param type with dots between packages; may be empty
    static String ofJava(String type, String method) {
        return normalized(type.isEmpty() ? method : type + "." + method, JAVA);
    }

    static String ofClass(String type) {
        return normalized(type, JAVA);
    }

    /// The first frame of the stacks of an endpoint's requests.
    static String ofEndpoint(String endpoint) {
        return normalized(StackTable.endpointFrame(endpoint), List.of());
    }

    static String ofNative(String symbol) {
        return normalized(symbol, NATIVE);
    }

    static String ofKernel(String symbol) {
        String name = symbol.endsWith(KERNEL) ? symbol : symbol + KERNEL;
        return normalized(name, List.of());
    }

    private static String normalized(String raw, List<Rule> rules) {
        String name = raw;
        for (Rule rule : rules) {
            name = rule.apply(name);
        }
        return CONTROL.matcher(name).replaceAll(" ");
    }
}
