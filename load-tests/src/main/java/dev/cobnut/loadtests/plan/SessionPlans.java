package dev.cobnut.loadtests.plan;

import dev.cobnut.loadtests.plan.SessionPlan.Backlog;
import dev.cobnut.loadtests.plan.SessionPlan.Capture;
import dev.cobnut.loadtests.plan.SessionPlan.Change;
import dev.cobnut.loadtests.plan.SessionPlan.Load;
import dev.cobnut.loadtests.plan.SessionPlan.Per;
import dev.cobnut.loadtests.plan.SessionPlan.Thresholds;
import dev.cobnut.loadtests.plan.SessionPlan.Variant;
import dev.cobnut.loadtests.plan.SessionPlan.WindowPlan;
import dev.cobnut.loadtests.stacks.ProfileEvent;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Reads a `session.yaml`. The keys are those of [SessionPlan]'s records; `docs/sessions.md` lists
/// them with their defaults.
public final class SessionPlans {

    /// More repeats are more hours than anybody waits.
    private static final int REPEATS_MAX = 50;

    private static final Duration MICROSECOND = Duration.ofNanos(1_000);
    private static final Duration SECOND = Duration.ofSeconds(1);

    /// A window is a recording, and those end after an hour.
    private static final Duration WINDOW_MAX = Duration.ofMinutes(59);

    private static final Duration WARM_UP_MAX = Duration.ofHours(12);

    private static final Pattern NAME = Pattern.compile("[a-z0-9]+(-[a-z0-9]+)*");
    private static final String NAMES = "digits, lower-case letters and single dashes between them";

    private static final List<String> EVENTS =
            Arrays.stream(ProfileEvent.values()).map(ProfileEvent::id).toList();

    private static final List<String> PERS =
            Arrays.stream(Per.values()).map(per -> per.name().toLowerCase(Locale.ROOT)).toList();

    /// Without it there is nothing that could limit the delivery.
    private static final String SINK_PLUGIN = "slow-sink";

    private static final Load LOAD = new Load("place", 1, Duration.ofSeconds(60), "A", null);

    private static final WindowPlan WINDOW =
            new WindowPlan(
                    "steady",
                    null,
                    0.6,
                    Duration.ofSeconds(60),
                    List.of(ProfileEvent.values()),
                    null,
                    Per.REQUEST);

    private static final Capture CAPTURE =
            new Capture(
                    Duration.ofMillis(5), 512 << 10, Duration.ofMillis(50), Duration.ofMillis(1));

    private static final Thresholds THRESHOLDS = new Thresholds(0.03, 0.05, 0.05);

    /// What there is to be named by a plan that is to be run.
    public record Known(Set<String> simulations, Set<String> plugins) {}

    private SessionPlans() {}

    /// Without asking whether the simulation and the plugins are there: enough for a report.
    ///
    /// @throws InvalidPlanException when it is not a plan
    public static SessionPlan read(Path sessionYaml) throws IOException {
        return plan(sessionYaml, null);
    }

    /// @throws InvalidPlanException when it is not a plan, or not one for this lab
    public static SessionPlan read(Path sessionYaml, Known known) throws IOException {
        return plan(sessionYaml, known);
    }

    private static SessionPlan plan(Path sessionYaml, @Nullable Known known) throws IOException {
        String file = sessionYaml.toString();
        Section root =
                Section.of(
                        file,
                        "",
                        Yaml.read(sessionYaml),
                        List.of(
                                "name",
                                "title",
                                "question",
                                "variants",
                                "changes",
                                "load",
                                "windows",
                                "capture",
                                "repeats",
                                "hotspot",
                                "subsystems",
                                "thresholds",
                                "observations",
                                "recommendation"));
        String name = name(root, sessionYaml);
        Map<String, Variant> variants = variants(root, known);
        return new SessionPlan(
                name,
                root.text("title"),
                root.text("question"),
                variants,
                changes(root),
                load(root, known),
                windows(root, variants),
                capture(root),
                (int) root.whole("repeats", SessionPlan.RUNS_MIN, REPEATS_MAX, 5),
                root.text("hotspot", "outbox"),
                root.textOrNull("subsystems"),
                thresholds(root),
                root.textOrNull("observations"),
                root.textOrNull("recommendation"));
    }

    private static String name(Section root, Path sessionYaml) throws InvalidPlanException {
        String name = root.name("name", NAME, NAMES);
        @Nullable Path folder = sessionYaml.toAbsolutePath().normalize().getParent();
        @Nullable Path folderName = folder == null ? null : folder.getFileName();
        if (folderName != null && !folderName.toString().equals(name)) {
            throw root.wrong("name", "'" + folderName + "', the name of its folder");
        }
        return name;
    }

    private static Map<String, Variant> variants(Section root, @Nullable Known known)
            throws InvalidPlanException {
        Section both = root.sectionRequired("variants", SessionPlan.VARIANTS);
        Map<String, Variant> variants = new LinkedHashMap<>();
        for (String id : SessionPlan.VARIANTS) {
            Section variant =
                    both.sectionRequired(
                            id, List.of("title", "ref", "plugins", "arguments", "jvm", "profile"));
            List<String> plugins = variant.texts("plugins");
            for (String plugin : plugins) {
                if (known != null && !known.plugins().contains(plugin)) {
                    throw variant.complaint(
                            "plugins",
                            "%s has '%s'; allowed are %s"
                                    .formatted(
                                            variant.named("plugins"),
                                            plugin,
                                            sorted(known.plugins())));
                }
            }
            variants.put(
                    id,
                    new Variant(
                            variant.text("title"),
                            variant.textOrNull("ref"),
                            plugins,
                            variant.texts("arguments"),
                            variant.texts("jvm"),
                            variant.flag("profile", true)));
        }
        return Collections.unmodifiableMap(variants);
    }

    private static List<Change> changes(Section root) throws InvalidPlanException {
        List<Change> changes = new ArrayList<>();
        for (Section change : root.sections("changes", List.of("what", "before", "after"))) {
            changes.add(
                    new Change(change.text("what"), change.text("before"), change.text("after")));
        }
        return List.copyOf(changes);
    }

    private static Load load(Section root, @Nullable Known known) throws InvalidPlanException {
        @Nullable Section load =
                root.section(
                        "load", List.of("simulation", "seed", "warmUp", "kneeSharesOf", "knee"));
        if (load == null) {
            return LOAD;
        }
        String simulation = load.text("simulation", LOAD.simulation());
        if (known != null && !known.simulations().contains(simulation)) {
            throw load.wrong("simulation", "one of " + sorted(known.simulations()));
        }
        return new Load(
                simulation,
                load.whole("seed", 0, Long.MAX_VALUE, LOAD.seed()),
                load.duration("warmUp", SECOND, WARM_UP_MAX, LOAD.warmUp()),
                load.choice("kneeSharesOf", SessionPlan.VARIANTS, LOAD.kneeSharesOf()),
                load.numberOrNull("knee", Section.Range.POSITIVE));
    }

    private static List<WindowPlan> windows(Section root, Map<String, Variant> variants)
            throws InvalidPlanException {
        if (!root.has("windows")) {
            return List.of(WINDOW);
        }
        List<WindowPlan> windows = new ArrayList<>();
        Set<String> names = new HashSet<>();
        for (Section section :
                root.sections(
                        "windows",
                        List.of(
                                "name",
                                "perSecond",
                                "kneeShare",
                                "length",
                                "events",
                                "backlog",
                                "per"))) {
            WindowPlan window = window(section, variants);
            if (!names.add(window.name())) {
                throw section.wrong("name", "a name that no other window has");
            }
            windows.add(window);
        }
        if (windows.isEmpty()) {
            throw root.wrong("windows", "a list of at least one window");
        }
        return List.copyOf(windows);
    }

    private static WindowPlan window(Section section, Map<String, Variant> variants)
            throws InvalidPlanException {
        @Nullable Double perSecond = section.numberOrNull("perSecond", Section.Range.RATE);
        @Nullable Double kneeShare = section.numberOrNull("kneeShare", Section.Range.SHARE);
        if (perSecond != null && kneeShare != null) {
            throw section.complaint(
                    "kneeShare",
                    section.named("perSecond")
                            + " and kneeShare are both given; allowed is one of them");
        }
        return new WindowPlan(
                section.name("name", NAME, NAMES),
                perSecond,
                perSecond == null && kneeShare == null ? WINDOW.kneeShare() : kneeShare,
                section.duration("length", SECOND, WINDOW_MAX, WINDOW.length()),
                section.choices("events", EVENTS, EVENTS).stream()
                        .map(id -> ProfileEvent.valueOf(id.toUpperCase(Locale.ROOT)))
                        .sorted()
                        .toList(),
                backlog(section, variants),
                Per.valueOf(section.choice("per", PERS, PERS.getFirst()).toUpperCase(Locale.ROOT)));
    }

    private static @Nullable Backlog backlog(Section window, Map<String, Variant> variants)
            throws InvalidPlanException {
        @Nullable Section backlog = window.section("backlog", List.of("events", "sinkPerSecond"));
        if (backlog != null
                && backlog.has("sinkPerSecond")
                && !variants.values().stream()
                        .allMatch(variant -> variant.plugins().contains(SINK_PLUGIN))) {
            throw backlog.complaint(
                    "sinkPerSecond",
                    "%s needs the plugin %s in both variants"
                            .formatted(backlog.named("sinkPerSecond"), SINK_PLUGIN));
        }
        return backlog == null
                ? null
                : new Backlog(
                        backlog.wholeRequired("events", 1, Long.MAX_VALUE),
                        backlog.numberOrNull("sinkPerSecond", Section.Range.POSITIVE));
    }

    private static Capture capture(Section root) throws InvalidPlanException {
        @Nullable Section capture =
                root.section("capture", List.of("cpu", "alloc", "wall", "lock"));
        return capture == null
                ? CAPTURE
                : new Capture(
                        capture.duration("cpu", MICROSECOND, SECOND, CAPTURE.cpu()),
                        capture.bytes("alloc", CAPTURE.allocBytes()),
                        capture.duration("wall", MICROSECOND, SECOND, CAPTURE.wall()),
                        capture.duration("lock", MICROSECOND, SECOND, CAPTURE.lock()));
    }

    private static Thresholds thresholds(Section root) throws InvalidPlanException {
        @Nullable Section thresholds =
                root.section("thresholds", List.of("practical", "regressed", "falseDiscoveryRate"));
        return thresholds == null
                ? THRESHOLDS
                : new Thresholds(
                        thresholds.number(
                                "practical", Section.Range.FRACTION, THRESHOLDS.practical()),
                        thresholds.number(
                                "regressed", Section.Range.FRACTION, THRESHOLDS.regressed()),
                        thresholds.number(
                                "falseDiscoveryRate",
                                Section.Range.SHARE,
                                THRESHOLDS.falseDiscoveryRate()));
    }

    private static String sorted(Set<String> names) {
        return names.isEmpty()
                ? "none, because none is built"
                : Section.listed(names.stream().sorted().toList());
    }
}
