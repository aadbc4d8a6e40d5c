package dev.cobnut.loadtests.profile;

import dev.cobnut.lab.capture.ProfileRecording;
import dev.cobnut.lab.capture.ProfilerException;
import dev.cobnut.lab.flamegraph.Badge;
import dev.cobnut.lab.flamegraph.Callout;
import dev.cobnut.lab.flamegraph.Cost;
import dev.cobnut.lab.flamegraph.FlameComparison;
import dev.cobnut.lab.flamegraph.FlameGraphs;
import dev.cobnut.lab.flamegraph.FlameSide;
import dev.cobnut.lab.flamegraph.Tone;
import dev.cobnut.lab.measurement.Window;
import dev.cobnut.lab.plan.PlanDefaults;
import dev.cobnut.lab.stacks.ProfileEvent;
import dev.cobnut.lab.stacks.StackTable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `./cobnut profile compare`: two recordings side by side, in the pictures and the page of a
/// session. One run of each cannot tell a change from chance, so there is no verdict.
@Command(
        name = "compare",
        description = {
            "Draws two recordings side by side, as a session does; without a verdict, because one run each"
                    + " cannot tell a change from chance."
        })
final class CompareRecordings implements Callable<Integer> {

    private static final String NO_VERDICT = "no verdict: one run each";
    private static final List<String> SIDES = List.of("A", "B");

    @Parameters(index = "0", paramLabel = "A.jfr", description = "A recording of async-profiler.")
    private Path before = Path.of("");

    @Parameters(index = "1", paramLabel = "B.jfr", description = "Another one.")
    private Path after = Path.of("");

    @Option(names = "--out", description = "Folder for the results (${DEFAULT-VALUE}).")
    private Path out = Path.of("profile-compare");

    @Mixin private final MarkedSubsystem marked = new MarkedSubsystem();

    @Spec private CommandSpec spec = CommandSpec.create();

    private final PlanDefaults defaults;

    CompareRecordings(PlanDefaults defaults) {
        this.defaults = defaults;
    }

    @Override
    public Integer call() throws IOException {
        ProfilePictures pictures = marked.pictures(defaults);
        ProfileRecording a = ProfileRecording.read(before, SIDES.getFirst());
        ProfileRecording b = ProfileRecording.read(after, SIDES.getLast());
        int drawn = 0;
        for (ProfileEvent event : ProfileEvent.values()) {
            drawn += draw(event, a, b, pictures) ? 1 : 0;
        }
        if (drawn == 0) {
            throw new ProfilerException(
                    "The recordings have no event in common that can be compared.");
        }
        spec.commandLine().getOut().println("Written to " + out + " (" + NO_VERDICT + ")");
        return 0;
    }

    private boolean draw(
            ProfileEvent event, ProfileRecording a, ProfileRecording b, ProfilePictures pictures)
            throws IOException {
        StackTable stacksA = a.stacks().get(event);
        StackTable stacksB = b.stacks().get(event);
        if (stacksA == null || stacksB == null || stacksA.size() + stacksB.size() == 0) {
            return false;
        }
        if (!engine(event, a).equals(engine(event, b))) {
            spec.commandLine()
                    .getErr()
                    .printf(
                            "The recordings of %s are not comparable: %s and %s.%n",
                            event.id(), engine(event, a), engine(event, b));
            return false;
        }
        boolean perRequest = requests(a) > 0 && requests(b) > 0;
        FlameComparison comparison =
                new FlameComparison(
                        "%s, %s".formatted(event.id(), NO_VERDICT),
                        "%s and %s".formatted(before.getFileName(), after.getFileName()),
                        side("before · A: " + before.getFileName(), a, stacksA, perRequest),
                        side("after · B: " + after.getFileName(), b, stacksB, perRequest),
                        new Badge(NO_VERDICT, Tone.UNTESTED),
                        pictures.subsystems(),
                        List.of(new Callout(pictures.hotspot(), "", Tone.UNTESTED)),
                        "request",
                        List.of(
                                engine(event, a),
                                a.process().jvm(),
                                a.process().processor(),
                                NO_VERDICT));
        new FlameGraphs(comparison).write(out, event.id());
        return true;
    }

    private static String engine(ProfileEvent event, ProfileRecording recording) {
        return "%s, interval %,d %s"
                .formatted(
                        event == ProfileEvent.CPU ? recording.engine() : event.id(),
                        recording.intervals().getOrDefault(event, 0L),
                        event == ProfileEvent.ALLOC ? "bytes" : "ns");
    }

    private static FlameSide side(
            String title, ProfileRecording recording, StackTable stacks, boolean perRequest) {
        String run = stacks.runs().getFirst();
        StackTable.Count total = stacks.total(run);
        List<String> captions = new ArrayList<>();
        captions.add(
                String.format(
                        Locale.ROOT,
                        "%.0f s of process %d · %,d samples",
                        recording.seconds(),
                        recording.process().pid(),
                        total.samples()));
        captions.add(recording.process().command());
        return new FlameSide(
                title,
                captions,
                stacks,
                List.of(run),
                new Cost(
                        total.value() / Math.max(1e-9, recording.seconds()),
                        perRequest ? List.of((double) total.value() / requests(recording)) : null));
    }

    /// The requests that the process itself timed.
    private static long requests(ProfileRecording recording) {
        return recording.spans().stream()
                .filter(span -> span.tag().matches("[A-Z]+ /.*"))
                .mapToLong(Window.Span::count)
                .sum();
    }
}
