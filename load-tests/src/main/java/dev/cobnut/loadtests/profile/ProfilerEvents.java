package dev.cobnut.loadtests.profile;

import java.util.ArrayList;
import java.util.List;
import one.jfr.JfrReader;
import one.jfr.event.Event;

/// What a recording says of the process and of the profiler itself.
final class ProfilerEvents {

    private List<String> jvmFlags = List.of();
    private final List<String> notices = new ArrayList<>();

    void register(JfrReader jfr) {
        jfr.registerEvent("jdk.JVMInformation", Jvm.class);
        jfr.registerEvent("profiler.Log", Log.class);
    }

    void take(Event event) {
        if (event instanceof Jvm jvm) {
            jvmFlags = jvm.arguments.isBlank() ? List.of() : List.of(jvm.arguments.split(" +", -1));
        } else if (event instanceof Log log) {
            notice(log.message);
        }
    }

    void notice(String sentence) {
        if (!notices.contains(sentence)) {
            notices.add(sentence);
        }
    }

    List<String> jvmFlags() {
        return jvmFlags;
    }

    List<String> notices() {
        return List.copyOf(notices);
    }

    /// `jdk.JVMInformation`; the reader makes it, by this constructor.
    public static final class Jvm extends Event {

        final String arguments;

        @SuppressWarnings("unused") // the fields come in this order
        public Jvm(JfrReader jfr) {
            super(jfr.getVarlong(), 0, 0);
            String name = jfr.getString();
            String version = jfr.getString();
            arguments = String.valueOf(jfr.getString()).strip();
        }
    }

    /// `profiler.Log`; the reader makes it, by this constructor.
    public static final class Log extends Event {

        final String message;

        @SuppressWarnings("unused")
        public Log(JfrReader jfr) {
            super(jfr.getVarlong(), 0, 0);
            int level = jfr.getVarint();
            message = String.valueOf(jfr.getString());
        }
    }
}
