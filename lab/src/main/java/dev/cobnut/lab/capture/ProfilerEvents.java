package dev.cobnut.lab.capture;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import one.jfr.JfrReader;
import one.jfr.event.Event;
import org.jspecify.annotations.Nullable;

/// The facts that a recording contains about the process, its machine and the profiler.
final class ProfilerEvents {

    private static final Pattern MODEL = Pattern.compile("(?m)^model name\\s*:\\s*(.+)$");
    private static final Pattern KERNEL = Pattern.compile("^(?:uname: )?(\\S+ \\S+).*");

    private @Nullable Jvm jvm;
    private @Nullable Os os;
    private @Nullable Cpu cpu;
    private final List<String> notices = new ArrayList<>();

    void register(JfrReader jfr) {
        jfr.registerEvent("jdk.JVMInformation", Jvm.class);
        jfr.registerEvent("jdk.OSInformation", Os.class);
        jfr.registerEvent("jdk.CPUInformation", Cpu.class);
        jfr.registerEvent("profiler.Log", Log.class);
    }

    void take(Event event) {
        switch (event) {
            case Jvm said -> jvm = said;
            case Os said -> os = said;
            case Cpu said -> cpu = said;
            case Log said -> notice(said.message);
            default -> {
                // of no interest here: load of the machine, sizes of the heap
            }
        }
    }

    void notice(String sentence) {
        if (!notices.contains(sentence)) {
            notices.add(sentence);
        }
    }

    List<String> notices() {
        return List.copyOf(notices);
    }

    ProfileRecording.Target target() {
        return new ProfileRecording.Target(
                jvm == null ? 0 : jvm.pid,
                jvm == null ? "unknown" : jvm.name,
                jvm == null || jvm.arguments.isBlank()
                        ? List.of()
                        : List.of(jvm.arguments.split(" +", -1)),
                jvm == null ? "unknown" : jvm.command,
                os == null ? "unknown" : first(KERNEL, os.version),
                cpu == null ? "unknown" : first(MODEL, cpu.description),
                cpu == null ? 0 : cpu.threads);
    }

    private static String first(Pattern pattern, String text) {
        Matcher matcher = pattern.matcher(text);
        return matcher.find() ? matcher.group(1).strip() : text.strip();
    }

    private static String text(JfrReader jfr) {
        return Objects.requireNonNullElse(jfr.getString(), "").strip();
    }

    // The reader calls these constructors. The fields come in the order in which the profiler
    // writes them.

    /// `jdk.JVMInformation`.
    public static final class Jvm extends Event {

        final String name;
        final String arguments;
        final String command;
        final long pid;

        public Jvm(JfrReader jfr) {
            super(jfr.getVarlong(), 0, 0);
            String product = text(jfr);
            name = product + " " + text(jfr);
            String given = text(jfr);
            String fromFile = text(jfr);
            arguments = (given + " " + fromFile).strip();
            command = text(jfr);
            jfr.getVarlong(); // when it started
            pid = jfr.getVarlong();
        }
    }

    /// `jdk.OSInformation`.
    public static final class Os extends Event {

        final String version;

        public Os(JfrReader jfr) {
            super(jfr.getVarlong(), 0, 0);
            version = text(jfr);
        }
    }

    /// `jdk.CPUInformation`.
    public static final class Cpu extends Event {

        final String description;
        final int threads;

        public Cpu(JfrReader jfr) {
            super(jfr.getVarlong(), 0, 0);
            text(jfr); // architecture
            description = text(jfr);
            jfr.getVarint(); // sockets
            jfr.getVarint(); // cores
            threads = jfr.getVarint();
        }
    }

    /// `profiler.Log`.
    public static final class Log extends Event {

        final String message;

        public Log(JfrReader jfr) {
            super(jfr.getVarlong(), 0, 0);
            jfr.getVarint(); // level
            message = text(jfr);
        }
    }
}
