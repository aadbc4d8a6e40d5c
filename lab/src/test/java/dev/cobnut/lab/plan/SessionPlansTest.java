package dev.cobnut.lab.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.cobnut.lab.plan.SessionPlan.Backlog;
import dev.cobnut.lab.plan.SessionPlan.Capture;
import dev.cobnut.lab.plan.SessionPlan.Load;
import dev.cobnut.lab.plan.SessionPlan.Per;
import dev.cobnut.lab.plan.SessionPlan.Thresholds;
import dev.cobnut.lab.plan.SessionPlan.Variant;
import dev.cobnut.lab.plan.SessionPlan.WindowPlan;
import dev.cobnut.lab.stacks.ProfileEvent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SessionPlansTest {

    private static final SessionPlan.Steady STEADY =
            new SessionPlan.Steady(0.1, 0.05, Duration.ofMinutes(5));

    private static final String SHORTEST =
            """
            name: polling
            title: Polling
            question: What does polling cost?
            variants:
              A: {title: before}
              B: {title: after}
            """;

    private static final PlanDefaults DEFAULTS = SampleDefaults.DEFAULTS;
    private static final List<ProfileEvent> ALL = List.of(ProfileEvent.values());

    @TempDir private Path root;

    @Test
    void missingKeysHaveDefaults() throws IOException {
        SessionPlan plan = SessionPlans.read(file(SHORTEST), DEFAULTS);

        assertEquals(
                List.of(
                        new WindowPlan(
                                "steady",
                                null,
                                0.6,
                                Duration.ofMinutes(1),
                                ALL,
                                null,
                                Per.REQUEST)),
                plan.windows());
        assertEquals(
                new Variant("after", null, List.of(), List.of(), List.of(), true),
                plan.variant("B"));
        assertEquals(
                new Load("place", null, List.of(), 1, Duration.ofMinutes(1), STEADY, "A", null),
                plan.load());
        assertEquals(
                new Capture(
                        Duration.ofMillis(5), 524_288, Duration.ofMillis(50), Duration.ofMillis(1)),
                plan.capture());
        assertEquals(new Thresholds(0.03, 0.05, 0.05), plan.thresholds());
        assertEquals(5, plan.repeats());
        assertEquals("outbox", plan.hotspot());
    }

    @Test
    void everyKeyIsRead() throws IOException {
        SessionPlan plan =
                SessionPlans.read(
                        file(
                                """
                                name: polling
                                title: "Polling: a title"
                                question: |
                                  First line,
                                  second line.
                                variants:
                                  A:
                                    title: before
                                    ref: v0.1
                                    plugins: [scanning-outbox, slow-sink]
                                    arguments: ["--cobnut.outbox.pace=100ms"]
                                    jvm: [-Xmx1g]
                                    profile: false
                                  B: {title: after, plugins: [slow-sink]}
                                changes:
                                  - {what: index, before: none, after: HASH and SORTED}
                                load: {simulation: mixed, seed: 42, warmUp: 1.5m, kneeSharesOf: B, knee: 1234}
                                windows:
                                  - name: low
                                    perSecond: 25
                                    length: 90s
                                    events: [lock, cpu]
                                  - name: backlog
                                    kneeShare: 0.5
                                    backlog: {events: 100000, sinkPerSecond: 100}
                                    per: delivered
                                    events: []
                                capture: {cpu: 10ms, alloc: 1 MiB, wall: 20ms, lock: 500us}
                                repeats: 3
                                hotspot: jet
                                subsystems: patterns.txt
                                thresholds: {practical: 0.02, regressed: 0.1, falseDiscoveryRate: 0.01}
                                inUse: B
                                observations: seen
                                recommendation: do it
                                """),
                        DEFAULTS);

        assertEquals(
                new SessionPlan(
                        "polling",
                        "Polling: a title",
                        "First line,\nsecond line.\n",
                        null,
                        plan.variants(),
                        List.of(new SessionPlan.Change("index", "none", "HASH and SORTED")),
                        new Load(
                                "mixed",
                                null,
                                List.of(),
                                42,
                                Duration.ofSeconds(90),
                                STEADY,
                                "B",
                                1234.0),
                        List.of(
                                new WindowPlan(
                                        "low",
                                        25.0,
                                        null,
                                        Duration.ofSeconds(90),
                                        List.of(ProfileEvent.CPU, ProfileEvent.LOCK),
                                        null,
                                        Per.REQUEST),
                                new WindowPlan(
                                        "backlog",
                                        null,
                                        0.5,
                                        Duration.ofSeconds(60),
                                        List.of(),
                                        new Backlog(100_000, 100.0),
                                        Per.DELIVERED)),
                        new Capture(
                                Duration.ofMillis(10),
                                1 << 20,
                                Duration.ofMillis(20),
                                Duration.ofNanos(500_000)),
                        3,
                        "jet",
                        "patterns.txt",
                        new Thresholds(0.02, 0.1, 0.01),
                        "B",
                        "seen",
                        "do it"),
                plan);
        assertEquals(
                new Variant(
                        "before",
                        "v0.1",
                        List.of("scanning-outbox", "slow-sink"),
                        List.of("--cobnut.outbox.pace=100ms"),
                        List.of("-Xmx1g"),
                        false),
                plan.variant("A"));
        assertEquals(List.of("A", "B"), List.copyOf(plan.variants().keySet()));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "colour: red | line 7, column 1: there is no key 'colour'; allowed are name, title, question,"
                        + " service, variants, changes, load, windows, capture, repeats, hotspot,"
                        + " subsystems, thresholds, inUse, observations and recommendation.",
                "load: {warmup: 5s} | line 7, column 8: there is no key 'warmup' in load; allowed are"
                        + " simulation, command, classPath, seed, warmUp, steady, kneeSharesOf and knee.",
                "load: 5 | line 7, column 1: load is '5'; allowed is a group with the keys simulation, command, classPath, seed,"
                        + " warmUp, steady, kneeSharesOf and knee.",
                "inUse: C | line 7, column 1: inUse is 'C'; allowed is one of A and B.",
                "load: {warmUp: 5} | line 7, column 8: load.warmUp is '5'; allowed is a duration from 1s"
                        + " to 12h, such as 60s, 2m or 5ms.",
                "load: {warmUp: 0s} | line 7, column 8: load.warmUp is '0s'; allowed is a duration from 1s"
                        + " to 12h, such as 60s, 2m or 5ms.",
                "load: {steady: {compilerShare: 5}} | line 7, column 17: load.steady.compilerShare is '5';"
                        + " allowed is a number from 0 to 1.",
                "load: {kneeSharesOf: C} | line 7, column 8: load.kneeSharesOf is 'C'; allowed is one of A"
                        + " and B.",
                "load: {knee: many} | line 7, column 8: load.knee is 'many'; allowed is a number above 0.",
                "windows: [] | line 7, column 1: windows is a list; allowed is a list of at least one window.",
                "windows: [{length: 5s}] | line 7, column 11: the key windows[0].name is missing; allowed is"
                        + " digits, lower-case letters and single dashes between them.",
                "windows: [{name: Aa}] | line 7, column 12: windows[0].name is 'Aa'; allowed is digits,"
                        + " lower-case letters and single dashes between them.",
                "windows: [{name: a}, {name: a}] | line 7, column 23: windows[1].name is 'a'; allowed is a"
                        + " name that no other window has.",
                "windows: [{name: a, kneeShare: 1.5}] | line 7, column 21: windows[0].kneeShare is '1.5';"
                        + " allowed is a number above 0 and at most 1.",
                "windows: [{name: a, perSecond: '5'}] | line 7, column 21: windows[0].perSecond is '5';"
                        + " allowed is a number above 0 and at most 100000.",
                "windows: [{name: a, length: 2h}] | line 7, column 21: windows[0].length is '2h'; allowed is"
                        + " a duration from 1s to 3540s, such as 60s, 2m or 5ms.",
                "windows: [{name: a, backlog: {events: 5, sinkPerSecond: 9}}] | line 7, column 42:"
                        + " windows[0].backlog.sinkPerSecond needs the plugin slow-sink in both"
                        + " variants.",
                "windows: [{name: a, perSecond: 5, kneeShare: 0.5}] | line 7, column 35: windows[0].perSecond"
                        + " and kneeShare are both given; only one of them is allowed.",
                "windows: [{name: a, events: [cpu, disk]}] | line 7, column 35: windows[0].events[1] is 'disk';"
                        + " allowed is one of cpu, alloc, wall and lock.",
                "windows: [{name: a, events: [cpu, cpu]}] | line 7, column 21: windows[0].events names an event twice; each is allowed once.",
                "windows: [{name: a, backlog: {}}] | line 7, column 21: the key windows[0].backlog.events is"
                        + " missing; allowed is a whole number, at least 1.",
                "windows: [{name: a, per: day}] | line 7, column 21: windows[0].per is 'day'; allowed is one"
                        + " of request and delivered.",
                "repeats: 0 | line 7, column 1: repeats is '0'; allowed is a whole number from 3 to 50.",
                "repeats: 2.5 | line 7, column 1: repeats is '2.5'; allowed is a whole number from 3 to 50.",
                "capture: {alloc: much} | line 7, column 11: capture.alloc is 'much'; allowed is a size above"
                        + " 0 such as 512 KiB, 512k or 1m.",
                "thresholds: {practical: 3} | line 7, column 14: thresholds.practical is '3'; allowed is a"
                        + " number from 0 to 1.",
                "title: again | line 7, column 1: the key 'title' is already given in line 2; a key is"
                        + " allowed once.",
            })
    void whatIsWrongIsOneSentenceWithLineColumnKeyAndWhatIsAllowed(String wrong, String sentence)
            throws IOException {
        Path file = file(SHORTEST + wrong);

        assertEquals(file + " " + sentence, complaint(file));
    }

    @Test
    void aServiceOfThePlanNeedsACommandItsPartsALoadAndARate() throws IOException {
        assertEquals(
                "line 7, column 11: service.command is java -jar a.jar; {jvm} is missing in it.",
                wrong("service: {command: [java, -jar, a.jar]}"));
        assertEquals(
                "line 7, column 11: service.command is java {jvm} -jar a.jar; {port} is missing in it.",
                wrong("service: {command: [java, '{jvm}', -jar, a.jar]}"));
        String service = "service: {command: [java, '{jvm}', -jar, a.jar, '{port}']}\n";
        assertEquals(
                "line 7, column 1: service needs the key subsystems: a file with the patterns of its parts.",
                wrong(service));
        assertEquals(
                "line 7, column 1: service needs the key load.simulation: GET and a path, or the class of a Gatling simulation; or load.command.",
                wrong(service + "subsystems: parts.txt\n"));
        assertEquals(
                "line 7, column 1: windows[0].perSecond is missing; with a service, a rate or load.knee is required.",
                wrong(service + "subsystems: parts.txt\nload: {simulation: GET /}\n"));

        SessionPlan plan =
                SessionPlans.read(
                        file(
                                SHORTEST
                                        + service
                                        + "subsystems: parts.txt\nload: {simulation: GET /}\nwindows: [{name: a, perSecond: 5}]\n"),
                        DEFAULTS,
                        new SessionPlans.Known(Set.of("place"), Set.of()));
        assertEquals("/", Objects.requireNonNull(plan.service()).ready());
    }

    @Test
    void aLoadCommandNamesTheServiceAndItsAnswersAreCounted() throws IOException {
        assertEquals(
                "line 7, column 8: load.command is wrk -c8; {url} or {port} is missing in it.",
                wrong("load: {command: [wrk, -c8]}"));
        assertEquals(
                "line 7, column 8: load.command is empty; {url} or {port} is missing in it.",
                wrong("load: {command: []}"));
        assertEquals(
                "line 7, column 27: load.simulation and load.command are both given; only one of them is allowed.",
                wrong("load: {simulation: place, command: [wrk, '{url}']}"));
        String command = "load: {command: [wrk, '{url}']}\n";
        assertEquals(
                "line 8, column 21: windows[0].perSecond has no effect, because load.command has no {rate}.",
                wrong(command + "windows: [{name: a, perSecond: 5}]"));
        assertEquals(
                "line 7, column 8: windows[0].perSecond is missing; with a {rate} in load.command, a rate or load.knee is required.",
                wrong("load: {command: [hey, -q, '{rate}', '{url}']}"));
        String service =
                "subsystems: parts.txt\nservice: {command: [java, '{jvm}', -jar, a.jar, '{port}']}\n";
        assertEquals(
                "line 9, column 1: service needs the key requests: only the service counts the answers to a command.",
                wrong(command + service));

        SessionPlan plan =
                SessionPlans.read(
                        file(SHORTEST + command),
                        DEFAULTS,
                        new SessionPlans.Known(Set.of(), Set.of()));
        assertEquals(List.of("wrk", "{url}"), plan.load().command());
        assertEquals(false, plan.load().isPlanned());
    }

    private String wrong(String lines) throws IOException {
        Path file = file(SHORTEST + lines);
        return complaint(file).substring(file.toString().length() + 1);
    }

    @Test
    void aVariantWithoutItsTitleIsNamed() throws IOException {
        Path file = file(SHORTEST.replace("{title: after}", "{ref: main}"));

        assertEquals(
                file + " line 6, column 3: the key variants.B.title is missing; allowed is a text.",
                complaint(file));
    }

    @Test
    void theNameIsThatOfTheFolder() throws IOException {
        Path file = file(SHORTEST.replace("name: polling", "name: poling"));

        assertEquals(
                file
                        + " line 1, column 1: name is 'poling'; allowed is 'polling', the name of its"
                        + " folder.",
                complaint(file));
    }

    @Test
    void aPlanForARunNamesOnlyExistingSimulationsAndPlugins() throws IOException {
        SessionPlans.Known known =
                new SessionPlans.Known(Set.of("place", "mixed"), Set.of("slow-sink"));
        Path simulation = file(SHORTEST + "load: {simulation: plaice}\n");
        assertEquals(
                simulation
                        + " line 7, column 8: load.simulation is 'plaice'; allowed is one of mixed and"
                        + " place.",
                assertThrows(
                                InvalidPlanException.class,
                                () -> SessionPlans.read(simulation, DEFAULTS, known))
                        .getMessage());

        Path plugin = file(SHORTEST.replace("{title: after}", "{title: after, plugins: [sink]}"));
        assertEquals(
                plugin
                        + " line 6, column 31: variants.B.plugins[0] is 'sink'; allowed is one of slow-sink.",
                assertThrows(
                                InvalidPlanException.class,
                                () -> SessionPlans.read(plugin, DEFAULTS, known))
                        .getMessage());
        assertEquals(List.of("sink"), SessionPlans.read(plugin, DEFAULTS).variant("B").plugins());
    }

    @Test
    void invalidYamlAndMissingFilesAreOneSentence() throws IOException {
        Path broken = file(SHORTEST + "load: [\n");
        String sentence = complaint(broken);
        assertEquals(broken + " line ", sentence.substring(0, (broken + " line ").length()));
        assertEquals(1, sentence.lines().count(), sentence);

        Path absent = root.resolve("polling/absent.yaml");
        assertEquals("There is no file " + absent + ".", complaint(absent));

        Path empty = file("");
        assertEquals(
                empty
                        + " line 1, column 1: the document is empty; allowed is a group with the keys",
                complaint(empty)
                        .substring(
                                0,
                                (empty
                                                + " line 1, column 1: the document is empty; allowed is a group with the keys")
                                        .length()));
    }

    private static String complaint(Path file) {
        return String.valueOf(
                assertThrows(InvalidPlanException.class, () -> SessionPlans.read(file, DEFAULTS))
                        .getMessage());
    }

    private Path file(String yaml) throws IOException {
        Path file = root.resolve("polling/session.yaml");
        Files.createDirectories(file.getParent());
        return Files.writeString(file, yaml);
    }
}
