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

/// The parts of a service, by names of frames: which part a frame is of, which part a stack belongs
/// to, and through which it passes. The only matcher there is: pictures, tables and pages ask here.
///
/// **A frame** is of the first subsystem in the file that has a pattern for it, or of [#OTHER].
/// Every frame is of one subsystem. A pattern may name the caller, too: a method that works and
/// pauses is told from its pause.
///
/// **Exclusive**, for tables that sum to 100 %: whose code ran. A stack belongs to the subsystem of
/// its frame that is nearest to the leaf, so what the JDK does counts for its caller. Two rules
/// differ from it, each written beside the name in the file:
///
/// - `(whole stack)`: one such frame anywhere takes the stack; of two, the one nearer to the leaf.
///   For threads of the JVM: a compiler thread that the kernel gives a page is still the compiler.
///   And for threads that wait for work: the park below is no waiting for others.
/// - `(last)`: takes a stack only when nothing else does. For the kernel: an `fsync` under the
///   storage is the storage's; what no subsystem asked for is the kernel's own.
///
/// **Inclusive**: on whose behalf. A stack counts once for each subsystem that any of its frames is
/// of; the rules above make no difference, and the sum is beyond 100 %.
///
/// The leaf of an allocation stack is a class, not code, and is left out: a string that the storage
/// allocates is the storage's, a storage entry that the codec makes is the codec's.
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

    /// What no pattern is for; the last of [#names].
    public static final String OTHER = "other";

    /// Threads that have nothing to do. Most of the elapsed time of a service, and of its waiting
    /// for locks, is this: what is left is what somebody waits for.
    public static final String WAITING_FOR_WORK = "waiting-for-work";

    /// More rows than this no table is read with.
    private static final int SUBSYSTEMS_MAX = 40;

    private static final int PATTERNS_MAX = 1000;

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

    /// Whether it depends on its caller what a frame is of.
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

    /// @throws IOException when there is no such file or it is not as described above; the message
    ///   is a sentence with the file and the line
    public static Subsystems read(Path file) throws IOException {
        if (!Files.isRegularFile(file)) {
            throw new IOException("There is no file of subsystems at " + file + ".");
        }
        try {
            return parse(file.toString(), Files.readString(file));
        } catch (CharacterCodingException e) {
            throw new IOException("The file of subsystems " + file + " is not UTF-8.", e);
        }
    }

    /// @param source what error messages call the text
    /// @throws IOException when it is not as described above; the message is a sentence
    public static Subsystems parse(String source, String text) throws IOException {
        SubsystemsParser parser =
                new SubsystemsParser(source, SUBSYSTEMS_MAX, PATTERNS_MAX, Set.of(OTHER));
        return new Subsystems(parser.parse(text));
    }

    /// In the order of the file, [#OTHER] at the end.
    public List<String> names() {
        List<String> names = new ArrayList<>();
        subsystems.forEach(subsystem -> names.add(subsystem.name));
        names.add(OTHER);
        return names;
    }

    /// The subsystem that a frame is of.
    ///
    /// @param caller the frame above it, towards the root; null for the root
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

    /// All subsystems that a stack passes through, from the root on; [#OTHER] alone when there are
    /// none.
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
        return calls.stream().anyMatch(call -> call.frame().matches(frame));
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
