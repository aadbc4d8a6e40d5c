package dev.cobnut.lab.capture;

import java.util.Locale;

/// What is asked for to sample CPU time. What was used is in the recording.
enum Engine {
    /// The kernel's perf events; where it does not permit them, a timer per thread.
    CPU,
    /// A timer per thread: needs no permission and sees no kernel frames; at HZ=250 not finer than
    /// 4 ms.
    CTIMER;

    /// The name in requests and on the command line.
    public String id() {
        return name().toLowerCase(Locale.ROOT);
    }
}
