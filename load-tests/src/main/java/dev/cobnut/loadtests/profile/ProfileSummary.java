package dev.cobnut.loadtests.profile;

import dev.cobnut.lab.capture.ProfileRecorder;
import dev.cobnut.lab.capture.ProfileRecording;
import dev.cobnut.lab.measurement.Window;
import dev.cobnut.lab.stacks.ProfileEvent;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Prints a recording to the console: top frames, spans, and how far it can be trusted.
///
/// @param perfEventsAsked true when perf events were requested; the summary then says when the
///   kernel did not permit them
record ProfileSummary(PrintWriter console, boolean perfEventsAsked) {

    /// Below this coverage the profile does not represent the process.
    private static final double COVERAGE_MIN = 0.8;

    /// Below this count shares are mostly chance: at 25 % of 200 samples the error is 6 points.
    private static final int SAMPLES_MIN = 200;

    void print(
            ProfileRecording recording,
            List<Window.Profile> profiles,
            ProfileRecorder.@Nullable Taken taken) {
        recording
                .stacks()
                .values()
                .forEach(table -> TopFrames.print(table.withoutEndpoints(), console));
        if (!recording.spans().isEmpty()) {
            console.printf(
                    "%nspans                                  count     p50 ms     p99 ms%n");
            recording
                    .spans()
                    .forEach(span ->
                            console.printf(
                                    Locale.ROOT,
                                    "  %-32s %9d %10.3f %10.3f%n",
                                    span.tag(),
                                    span.count(),
                                    span.p50Ms(),
                                    span.p99Ms()));
        }
        console.println();
        for (Window.Profile profile : profiles) {
            if (profile.event() == ProfileEvent.CPU) {
                showEngine(recording, profile);
            }
        }
        if (taken != null && !taken.endedBy().equals("request")) {
            console.printf(
                    Locale.ROOT,
                    "The service ended the recording after %.0f s at its limit (cobnut.profiling.%s).%n",
                    taken.seconds(),
                    taken.endedBy());
        }
        recording.notices().forEach(notice -> console.println("The profiler says: " + notice));
    }

    private void showEngine(ProfileRecording recording, Window.Profile cpuTime) {
        Double coverage = cpuTime.coverage();
        console.printf(
                Locale.ROOT,
                "CPU time by %s every %.3f ms%s; kernel frames: %s%n",
                cpuTime.engine(),
                cpuTime.interval() / 1e6,
                coverage == null
                        ? ""
                        : String.format(
                                Locale.ROOT,
                                ", %.0f %% of the CPU time of the process",
                                100 * coverage),
                recording.kernelFrames() ? "yes" : "no");
        if (perfEventsAsked && !cpuTime.engine().equals("perf_events")) {
            console.println(
                    "The kernel did not permit perf events: the timer sees no kernel frames; do not compare this profile with one of perf events.");
        }
        if (cpuTime.samples() < SAMPLES_MIN) {
            console.printf(
                    Locale.ROOT,
                    "%d samples of CPU time are few: record longer or under load.%n",
                    cpuTime.samples());
        } else if (coverage != null && coverage < COVERAGE_MIN) {
            console.printf(
                    Locale.ROOT,
                    "Coverage is below %.0f %%: the profile does not represent all CPU time of the process.%n",
                    100 * COVERAGE_MIN);
        }
    }
}
