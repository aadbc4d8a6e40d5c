package dev.cobnut.lab.stacks;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// The parts of a service, defined by patterns for names of frames. This class decides which
/// subsystem a frame and a stack belong to, and which subsystems a stack passes through. Pictures,
/// tables and pages all use it.
///
/// **A frame** belongs to the first subsystem in the file with a matching pattern, or to [#OTHER].
/// Every frame belongs to one subsystem. A pattern may also name the caller, which separates the
/// work of a method from its pauses.
///
/// **Exclusive** counts sum to 100 %. A stack belongs to the subsystem of the matching frame
/// nearest to the leaf, so work of the JDK counts for its caller. Two rules differ from this; each
/// is written beside the name in the file:
///
/// - `(whole stack)`: one such frame anywhere takes the stack; of two, the one nearer to the leaf.
///   It is meant for threads of the JVM: when the kernel gives a page to a compiler thread, the
///   time still belongs to the compiler. It is also meant for threads that wait for work, because
///   their park is not a wait for other threads.
/// - `(last)`: takes a stack only when no other subsystem does. It is meant for the kernel: an
///   `fsync` below the storage belongs to the storage. Time without any other subsystem is the
///   kernel's own.
///
/// **Inclusive** counts show on whose behalf work was done. A stack counts once for each subsystem
/// that any of its frames belongs to. The rules above do not apply, and the sum exceeds 100 %.
///
/// The leaf of an allocation stack is a class, not code, and is ignored. A string that the storage
/// allocates belongs to the storage; a storage entry that the codec creates belongs to the codec.
///
/// The file:
///
/// ```text
/// # a comment
/// jit (whole stack)             a name at the beginning of a line: letters, digits and dashes
///     CompileBroker::*          its patterns, indented; * stands for any characters, nothing else does
/// idle (whole stack)
///     a.Clock.run > a.B.pause*  only where the one frame is right below the other
/// ```
public final class Subsystems {

    /// The subsystem of frames without a pattern; the last of [#names].
    public static final String OTHER = "other";

    /// Threads that wait for work. They make up most of the elapsed time of a service and of its
    /// waiting for locks. The rest is time that delays work.
    public static final String WAITING_FOR_WORK = "waiting-for-work";

    /// Subsystems of the JVM and the profiler, which are not the service's own work.
    public static final List<String> NOT_OURS = List.of("jit", "gc", "profiler");

    enum Rule {
        NEAREST_TO_LEAF,
        WHOLE_STACK,
        LAST
    }

    record Subsystem(String name, Rule rule, List<CallPattern> patterns) {

        boolean isOther() {
            return patterns.isEmpty();
        }

        boolean matches(@Nullable String caller, String frame) {
            for (CallPattern pattern : patterns) {
                if (pattern.matches(caller, frame)) {
                    return true;
                }
            }
            return false;
        }
    }

    private static final Subsystem NONE = new Subsystem(OTHER, Rule.LAST, List.of());

    private final List<Subsystem> subsystems;
    private final List<CallPattern> calls;
    private final Map<String, Subsystem> ofFrames = new ConcurrentHashMap<>();
    private final Map<Call, Subsystem> ofCalls = new ConcurrentHashMap<>();

    /// True for names of frames whose subsystem depends on the caller.
    private final Map<String, Boolean> called = new ConcurrentHashMap<>();

    private record Call(String caller, String frame) {}

    private Subsystems(List<Subsystem> subsystems) {
        this.subsystems = List.copyOf(subsystems);
        calls =
                subsystems.stream()
                        .flatMap(subsystem -> subsystem.patterns.stream())
                        .filter(pattern -> pattern.caller() != null)
                        .toList();
    }

    /// @throws IOException when the file does not exist or has another format; the message is a
    ///   sentence with the file and the line
    public static Subsystems read(Path file) throws IOException {
        if (!Files.isRegularFile(file)) {
            throw new IOException("The file of subsystems does not exist: " + file + ".");
        }
        try {
            return parse(file.toString(), Files.readString(file));
        } catch (CharacterCodingException e) {
            throw new IOException("The file of subsystems " + file + " is not UTF-8.", e);
        }
    }

    /// @param source name of the text in error messages
    /// @throws IOException when the text has another format; the message is a sentence
    public static Subsystems parse(String source, String text) throws IOException {
        return new Subsystems(new SubsystemsParser(source).parse(text));
    }

    /// The names in the order of the file, with [#OTHER] at the end.
    public List<String> names() {
        List<String> names = new ArrayList<>();
        subsystems.forEach(subsystem -> names.add(subsystem.name));
        names.add(OTHER);
        return names;
    }

    /// The subsystem of a frame.
    ///
    /// @param caller the calling frame; null for the root
    public String of(@Nullable String caller, String frame) {
        return lookUp(caller, frame).name;
    }

    /// The one subsystem that a stack belongs to.
    ///
    /// @param stack from the root to the leaf
    public String exclusive(ProfileEvent event, List<String> stack) {
        Subsystem nearest = NONE;
        for (int i = event.code(stack).size() - 1; i >= 0; i--) {
            Subsystem here = at(stack, i);
            if (here.rule == Rule.WHOLE_STACK) {
                return here.name;
            }
            boolean stronger = nearest.rule == Rule.LAST && here.rule != Rule.LAST;
            if (!here.isOther() && (stronger || nearest.isOther())) {
                nearest = here;
            }
        }
        return nearest.name;
    }

    /// All subsystems that a stack passes through, starting at the root; only [#OTHER] when no
    /// pattern matches.
    public Set<String> inclusive(ProfileEvent event, List<String> stack) {
        Set<String> names = new LinkedHashSet<>();
        for (int i = 0; i < event.code(stack).size(); i++) {
            Subsystem here = at(stack, i);
            if (!here.isOther()) {
                names.add(here.name);
            }
        }
        return names.isEmpty() ? Set.of(OTHER) : names;
    }

    private Subsystem at(List<String> stack, int i) {
        return lookUp(i == 0 ? null : stack.get(i - 1), stack.get(i));
    }

    private Subsystem lookUp(@Nullable String caller, String frame) {
        if (caller != null && called.computeIfAbsent(frame, this::isCalled)) {
            return ofCalls.computeIfAbsent(
                    new Call(caller, frame), call -> search(call.caller, call.frame));
        }
        return ofFrames.computeIfAbsent(frame, name -> search(null, name));
    }

    private boolean isCalled(String frame) {
        return calls.stream().anyMatch(call -> call.frame().test(frame));
    }

    private Subsystem search(@Nullable String caller, String frame) {
        for (Subsystem subsystem : subsystems) {
            if (subsystem.matches(caller, frame)) {
                return subsystem;
            }
        }
        return NONE;
    }
}
