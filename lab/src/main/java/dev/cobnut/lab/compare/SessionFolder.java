package dev.cobnut.lab.compare;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.cobnut.lab.measurement.Run;
import dev.cobnut.lab.plan.PlanDefaults;
import dev.cobnut.lab.plan.SessionPlan;
import dev.cobnut.lab.plan.SessionPlan.WindowPlan;
import dev.cobnut.lab.plan.SessionPlans;
import dev.cobnut.lab.stacks.ProfileEvent;
import dev.cobnut.lab.stacks.StackTable;
import dev.cobnut.lab.stacks.Subsystems;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.type.TypeReference;
import tools.jackson.core.util.DefaultIndenter;
import tools.jackson.core.util.DefaultPrettyPrinter;
import tools.jackson.core.util.Separators;
import tools.jackson.core.util.Separators.Spacing;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/// The files of a session.
///
/// ```text
/// docs/sessions/NAME/session.yaml · runs.json · comparison.json · resampled.json · report.md ·
/// details.html
/// flamegraphs/NAME/stacks/WINDOW-EVENT.stacks.gz · pictures, pages, README.md
/// ```
public record SessionFolder(Path folder) {

    private static final int RUNS_MIN = 2;

    /// One field per line without indentation: half the bytes, and differences remain readable.
    private static final JsonMapper JSON =
            JsonMapper.builder()
                    .enable(SerializationFeature.INDENT_OUTPUT)
                    .defaultPrettyPrinter(
                            new DefaultPrettyPrinter(
                                            Separators.createDefaultInstance()
                                                    .withObjectNameValueSpacing(Spacing.NONE))
                                    .withObjectIndenter(new DefaultIndenter("", "\n")))
                    .changeDefaultPropertyInclusion(
                            inclusion -> inclusion.withValueInclusion(JsonInclude.Include.NON_NULL))
                    .disable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
                    .build();

    public SessionFolder {
        folder = folder.toAbsolutePath().normalize();
    }

    public String name() {
        return String.valueOf(folder.getFileName());
    }

    public Path report() {
        return folder.resolve("report.md");
    }

    /// The repository, three folders up.
    public Path root() {
        Path sessions = Objects.requireNonNullElse(folder.getParent(), folder);
        Path docs = Objects.requireNonNullElse(sessions.getParent(), sessions);
        return Objects.requireNonNullElse(docs.getParent(), docs);
    }

    /// The folder with the pictures and pages of the session.
    public Path pictures() {
        return root().resolve("flamegraphs").resolve(name());
    }

    public Path stacks(String window, ProfileEvent event) {
        return pictures()
                .resolve("stacks")
                .resolve("%s-%s.stacks.gz".formatted(window, event.id()));
    }

    public boolean isCompared() {
        return Files.isRegularFile(comparisonJson());
    }

    /// @param defaults of plans for the service
    /// @throws IOException when a file is missing or cannot be read; the message is a sentence with
    ///   the file
    public RecordedSession read(PlanDefaults defaults) throws IOException {
        Path yaml = folder.resolve("session.yaml");
        if (!Files.isRegularFile(yaml)) {
            throw new IOException(
                    "There is no session.yaml in %s: a session is a folder docs/sessions/<name> with this file."
                            .formatted(folder));
        }
        SessionPlan plan = SessionPlans.read(yaml, defaults);
        List<Run> runs = runs();
        for (String variant : SessionPlan.VARIANTS) {
            long count = runs.stream().filter(run -> run.variant().equals(variant)).count();
            if (count < RUNS_MIN) {
                throw new IOException(
                        "Variant %s has %d recorded runs in %s; a comparison needs at least %d of each: ./cobnut session run measures the missing runs."
                                .formatted(variant, count, folder.resolve("runs.json"), RUNS_MIN));
            }
        }
        return new RecordedSession(plan, subsystems(plan, defaults), runs, stacks(plan, runs));
    }

    /// The patterns that a plan of this folder names.
    ///
    /// @throws IOException when they cannot be read or do not contain the plan's hotspot; the
    ///   message is a sentence
    public Subsystems subsystems(SessionPlan plan, PlanDefaults defaults) throws IOException {
        Subsystems subsystems =
                plan.subsystems() == null
                        ? defaults.subsystems()
                        : Subsystems.read(folder.resolve(plan.subsystems()).normalize());
        if (!subsystems.names().contains(plan.hotspot())) {
            throw new IOException(
                    "The hotspot '%s' of the session %s is not a subsystem; the subsystems are %s."
                            .formatted(
                                    plan.hotspot(),
                                    plan.name(),
                                    String.join(", ", subsystems.names())));
        }
        return subsystems;
    }

    /// The measurements so far, run by run. The folder is not committed.
    public Path raw() {
        return folder.resolve("raw");
    }

    /// All runs of the session, `List<Run>`.
    public Path runsJson() {
        return folder.resolve("runs.json");
    }

    private List<Run> runs() throws IOException {
        Path file = runsJson();
        if (!Files.isRegularFile(file)) {
            throw new IOException(
                    "There is no runs.json in %s: ./cobnut session run %s records one."
                            .formatted(folder, folder.resolve("session.yaml")));
        }
        return read(file, "runs", new TypeReference<List<Run>>() {});
    }

    private static <T> T read(Path file, String what, TypeReference<T> type) throws IOException {
        try {
            return JSON.readValue(Files.readString(file), type);
        } catch (JacksonException e) {
            throw new IOException(
                    "The %s in %s cannot be read: %s".formatted(what, file, e.getOriginalMessage()),
                    e);
        }
    }

    private Map<String, Map<ProfileEvent, StackTable>> stacks(SessionPlan plan, List<Run> runs)
            throws IOException {
        Map<String, Map<ProfileEvent, StackTable>> stacks = new LinkedHashMap<>();
        for (WindowPlan window : plan.windows()) {
            Map<ProfileEvent, StackTable> tables = new EnumMap<>(ProfileEvent.class);
            for (ProfileEvent event : ProfileEvent.values()) {
                Path file = stacks(window.name(), event);
                if (Files.exists(file)) {
                    tables.put(event, StackTable.read(file));
                } else if (isProfiled(runs, window.name(), event)) {
                    throw new IOException(
                            "The stacks %s are missing, although runs.json lists them."
                                    .formatted(file));
                }
            }
            stacks.put(window.name(), tables);
        }
        return stacks;
    }

    private static boolean isProfiled(List<Run> runs, String window, ProfileEvent event) {
        return runs.stream()
                .flatMap(run -> run.windows().stream())
                .filter(w -> w.name().equals(window))
                .flatMap(w -> w.profiles().stream())
                .anyMatch(profile -> profile.event() == event);
    }

    /// Reads the comparison that [#write] wrote.
    public Comparison comparison() throws IOException {
        return read(comparisonJson(), "comparison", new TypeReference<Comparison>() {});
    }

    /// Writes a comparison. The same comparison gives the same bytes.
    public void write(Comparison comparison) throws IOException {
        Files.writeString(comparisonJson(), JSON.writeValueAsString(comparison) + "\n");
    }

    /// The resampled comparisons; null when there are none.
    public @Nullable Resampled resampled() throws IOException {
        return Files.isRegularFile(resampledJson())
                ? read(resampledJson(), "resampled comparisons", new TypeReference<Resampled>() {})
                : null;
    }

    public void write(Resampled resampled) throws IOException {
        Files.writeString(resampledJson(), JSON.writeValueAsString(resampled) + "\n");
    }

    private Path resampledJson() {
        return folder.resolve("resampled.json");
    }

    private Path comparisonJson() {
        return folder.resolve("comparison.json");
    }
}
