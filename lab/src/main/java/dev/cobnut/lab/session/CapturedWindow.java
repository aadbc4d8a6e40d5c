package dev.cobnut.lab.session;

import dev.cobnut.lab.capture.FinishedRecording;
import dev.cobnut.lab.capture.ProfileRecording;
import dev.cobnut.lab.load.LoadLog;
import dev.cobnut.lab.load.ServiceCounters;
import dev.cobnut.lab.measurement.Window;
import dev.cobnut.lab.session.Schedule.TimedWindow;
import dev.cobnut.lab.stacks.ProfileEvent;
import dev.cobnut.lab.stacks.StackTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The captured data of one window. It is read after the load, so that reading does not disturb the
/// measurement.
///
/// @param load folder of the generator that made the window's load
/// @param stopped null for a window without a profile
/// @param contamination by other processes on the machine
record CapturedWindow(
        TimedWindow timed,
        Path load,
        Instant from,
        Instant to,
        ServiceCounters before,
        ServiceCounters after,
        @Nullable FinishedRecording stopped,
        List<String> contamination) {

    private static final double NANOS = 1e9;

    /// Writes the stacks and returns the measurements.
    ///
    /// @param folder of the run
    /// @param keepRecording false to delete the recording after reading it
    Window read(Path folder, String runId, boolean keepRecording) throws IOException {
        String name = timed.plan().name();
        List<Window.Profile> profiles = List.of();
        List<Window.Span> spans = List.of();
        if (stopped != null) {
            ProfileRecording recording = ProfileRecording.read(stopped.recording(), runId);
            for (Map.Entry<ProfileEvent, StackTable> table : recording.stacks().entrySet()) {
                table.getValue().write(RawRuns.stacks(folder, name, table.getKey()));
            }
            profiles = recording.profiles(stopped.cores());
            spans = recording.spans();
            if (!keepRecording) {
                Files.delete(stopped.recording());
            }
        }
        LoadLog log = LoadLog.read(load);
        List<String> doubts = new ArrayList<>(contamination);
        doubts.addAll(log.punctuality(from, to).complaints());
        return new Window(
                name,
                seconds(),
                log.figures(from, to, timed.perSecond()),
                service(),
                profiles,
                spans,
                List.copyOf(doubts));
    }

    private double seconds() {
        return stopped == null
                ? Duration.between(before.at(), after.at()).toNanos() / NANOS
                : stopped.seconds();
    }

    /// The service's counters. In a profiled window, requests, CPU time and collections are counted
    /// on the profile's clock, so that samples and requests cover the same time.
    private Window.Service service() {
        Window.Service scraped = after.since(before);
        return stopped == null
                ? scraped
                : new Window.Service(
                        stopped.requests(),
                        scraped.delivered(),
                        stopped.cpuNanos() / NANOS,
                        stopped.gcCount(),
                        stopped.gcMillis() / 1e3,
                        scraped.polls(),
                        scraped.emptyPolls(),
                        scraped.pendingAtStart(),
                        scraped.pendingAtEnd(),
                        scraped.viewLagP99Ms());
    }
}
