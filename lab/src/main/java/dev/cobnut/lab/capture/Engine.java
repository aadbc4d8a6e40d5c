package dev.cobnut.lab.capture;

import java.util.Locale;

/// The engine that is requested to sample CPU time. The recording says which engine was used.
public enum Engine {
    /// The kernel's perf events, or a timer per thread where the kernel does not permit them.
    CPU,
    /// A timer per thread. It needs no permission and sees no kernel frames. With HZ=250 its
    /// resolution is 4 ms.
    CTIMER;

    /// The name in requests and on the command line.
    public String id() {
        return name().toLowerCase(Locale.ROOT);
    }
}
