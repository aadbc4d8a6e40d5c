package dev.cobnut.lab.session;

import dev.cobnut.lab.capture.ProfileRecorder;
import dev.cobnut.lab.capture.ProfileRecording;
import dev.cobnut.lab.load.LoadLog;
import dev.cobnut.lab.load.ServiceCounters;
import dev.cobnut.lab.measurement.Window;
import dev.cobnut.lab.plan.SessionPlan;
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
/// @param plan of the load
/// @param loadFolder of the generator that made the window's load
/// @param taken activity of the service during the profile; null for a window without a profile
/// @param recording the profile
/// @param contamination by other processes on the machine
record CapturedWindow(
        TimedWindow timed,
        SessionPlan.Load plan,
        Path loadFolder,
        Instant from,
        Instant to,
        ServiceCounters before,
        ServiceCounters after,
        ProfileRecorder.@Nullable Taken taken,
        Path recording,
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
        if (taken != null) {
            ProfileRecording profile = ProfileRecording.read(recording, runId);
            for (Map.Entry<ProfileEvent, StackTable> table : profile.stacks().entrySet()) {
                table.getValue().write(RawRuns.stacks(folder, name, table.getKey()));
            }
            profiles = profile.profiles(taken.cores());
            spans = profile.spans();
            if (!keepRecording) {
                Files.delete(recording);
            }
        }
        List<String> doubts = new ArrayList<>(contamination);
        Window.Load load;
        if (plan.command() == null) {
            LoadLog log = LoadLog.read(loadFolder);
            load = log.figures(from, to, timed.perSecond());
            doubts.addAll(log.punctuality(from, to).complaints());
        } else {
            load = ofCommand();
            CommandLoad.complaint(loadFolder).ifPresent(doubts::add);
        }
        return new Window(
                name, seconds(), load, service(load), profiles, spans, List.copyOf(doubts));
    }

    /// The load of a command, as the service counted it.
    private Window.Load ofCommand() throws IOException {
        long answers = after.requests() - before.requests();
        if (answers <= 0) {
            throw new SessionException(
                    "The service counted no request in window %s: the load command did not reach it, or service.requests names another counter."
                            .formatted(timed.plan().name()));
        }
        double elapsed = Duration.between(before.at(), after.at()).toNanos() / NANOS;
        return new Window.Load(
                plan.isPlanned() ? timed.perSecond() : null,
                answers / elapsed,
                answers,
                Map.of(),
                null);
    }

    private double seconds() {
        return taken == null
                ? Duration.between(before.at(), after.at()).toNanos() / NANOS
                : taken.seconds();
    }

    /// The service's counters. In a profiled window, requests, CPU time and collections are counted
    /// on the profile's clock where the service counts them, so that samples and requests cover the
    /// same time. A service that does not count its requests gave the answers of the load.
    private Window.Service service(Window.Load load) {
        Window.Service scraped = after.since(before);
        long answers =
                load.succeeded() + load.errors().values().stream().mapToLong(Long::longValue).sum();
        long counted = scraped.requests() > 0 ? scraped.requests() : answers;
        @Nullable Long requests = taken == null ? null : taken.requests();
        @Nullable Long cpuNanos = taken == null ? null : taken.cpuNanos();
        @Nullable Long gcCount = taken == null ? null : taken.gcCount();
        @Nullable Long gcMillis = taken == null ? null : taken.gcMillis();
        return new Window.Service(
                requests == null ? counted : requests,
                scraped.delivered(),
                cpuNanos == null ? scraped.cpuSeconds() : cpuNanos / NANOS,
                gcCount == null ? scraped.gcCount() : gcCount,
                gcMillis == null ? scraped.gcSeconds() : gcMillis / 1e3,
                scraped.polls(),
                scraped.emptyPolls(),
                scraped.pendingAtStart(),
                scraped.pendingAtEnd(),
                scraped.viewLagP99Ms(),
                scraped.viewLag(),
                taken == null ? null : taken.allocatedBytes());
    }
}
