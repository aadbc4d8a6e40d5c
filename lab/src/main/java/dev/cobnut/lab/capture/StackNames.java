package dev.cobnut.lab.capture;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import one.convert.Frame;
import one.jfr.ClassRef;
import one.jfr.JfrReader;
import one.jfr.MethodRef;
import one.jfr.StackTrace;
import org.jspecify.annotations.Nullable;

/// Resolves the numbers of one chunk to names.
final class StackNames {

    /// The frame of a sample whose stack could not be walked.
    static final String UNKNOWN = "[unknown]";

    /// Frames where the JIT compiler starts to compile a method. The frames that it calls from
    /// there do not help to profile a service, and they would be half of all stacks.
    private static final Set<String> COMPILERS =
            Set.of("C1Compiler::compile_method", "C2Compiler::compile_method");

    private static final String[] PRIMITIVES = {
        "Z", "boolean", "B", "byte", "C", "char", "S", "short", "I", "int", "J", "long", "F",
        "float", "D", "double"
    };

    private final JfrReader jfr;
    private final Map<Long, String> frames = new HashMap<>();

    StackNames(JfrReader jfr) {
        this.jfr = jfr;
    }

    /// The frames from the root to the leaf, at least one. The list belongs to the caller. It ends
    /// where a compiler starts.
    List<String> stack(int id) {
        @Nullable StackTrace trace = jfr.stackTraces.get(id);
        int depth = trace == null ? 0 : trace.methods.length;
        List<String> stack = new ArrayList<>(depth + 1);
        for (int i = depth - 1; i >= 0; i--) {
            byte type = trace.types[i];
            long method = trace.methods[i];
            String name = frames.computeIfAbsent(method << 8 | type, _ -> frame(method, type));
            stack.add(name);
            if (COMPILERS.contains(name)) {
                break;
            }
        }
        if (stack.isEmpty()) {
            stack.add(UNKNOWN);
        }
        return stack;
    }

    /// The name of a class as source code writes it: `byte[]`, `java.lang.String`.
    String type(int id) {
        String name = className(id);
        int dimensions = 0;
        while (dimensions < name.length() && name.charAt(dimensions) == '[') {
            dimensions++;
        }
        String element = name.substring(dimensions);
        if (dimensions > 0) {
            element = element(element);
        }
        return FrameNames.ofClass(element + "[]".repeat(dimensions));
    }

    private static String element(String descriptor) {
        if (descriptor.startsWith("L") && descriptor.endsWith(";")) {
            return descriptor.substring(1, descriptor.length() - 1);
        }
        for (int i = 0; i < PRIMITIVES.length; i += 2) {
            if (PRIMITIVES[i].equals(descriptor)) {
                return PRIMITIVES[i + 1];
            }
        }
        return descriptor;
    }

    private String frame(long id, byte type) {
        @Nullable MethodRef method = jfr.methods.get(id);
        if (method == null) {
            return UNKNOWN;
        }
        String name = symbol(method.name);
        return switch (type) {
            case Frame.TYPE_KERNEL -> FrameNames.ofKernel(name);
            case Frame.TYPE_NATIVE, Frame.TYPE_CPP -> ofNative(method, name);
            default -> FrameNames.ofJava(className(method.cls), name);
        };
    }

    /// The symbol, or the library where there is no symbol. The recording has the library in place
    /// of a class.
    private String ofNative(MethodRef method, String symbol) {
        return FrameNames.ofNative(symbol.isEmpty() ? className(method.cls) : symbol);
    }

    private String className(long id) {
        @Nullable ClassRef type = jfr.classes.get(id);
        return type == null ? "" : symbol(type.name).replace('/', '.');
    }

    private String symbol(long id) {
        byte @Nullable [] utf8 = jfr.symbols.get(id);
        return utf8 == null ? "" : new String(utf8, StandardCharsets.UTF_8);
    }
}
