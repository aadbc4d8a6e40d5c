package dev.cobnut.lab.plan;

import dev.cobnut.lab.plan.SessionPlan.Variant;
import dev.cobnut.lab.plan.SessionPlan.WindowPlan;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/// Reads `session.yaml`. Missing keys get the defaults below and those of [PlanDefaults].
public final class SessionPlans {

    private static final JsonNode DEFAULTS =
            new YAMLMapper()
                    .readTree(
                            """
                            session:
                              changes: []
                              load:
                                seed: 1
                                classPath: []
                                warmUp: 60s
                                steady: {compilerShare: 0.1, change: 0.05, max: 5m}
                                kneeSharesOf: A
                              windows: [{name: steady}]
                              capture: {cpu: 5ms, alloc: 512 KiB, wall: 50ms, lock: 1ms}
                              repeats: 5
                              thresholds: {practical: 0.03, regressed: 0.05, falseDiscoveryRate: 0.05}
                            service: {ready: /}
                            variant: {plugins: [], arguments: [], jvm: [], profile: true}
                            window: {length: 60s, events: [cpu, alloc, wall, lock], per: request}
                            """);

    /// The simulations and plug-ins that a plan may name when it is run.
    public record Known(Set<String> simulations, Set<String> plugins) {}

    private final PlanText text;
    private final PlanBinding binding;
    private final PlanDefaults defaults;

    private SessionPlans(PlanText text, PlanDefaults defaults) {
        this.text = text;
        this.binding = new PlanBinding(text);
        this.defaults = defaults;
    }

    /// Reads a plan without checking that the simulation and the plug-ins exist, which suffices for
    /// a report.
    ///
    /// @throws InvalidPlanException when the plan is invalid
    public static SessionPlan read(Path sessionYaml, PlanDefaults defaults) throws IOException {
        return new SessionPlans(PlanText.read(sessionYaml), defaults).plan(sessionYaml);
    }

    /// @throws InvalidPlanException when the plan is invalid or cannot be run here
    public static SessionPlan read(Path sessionYaml, PlanDefaults defaults, Known known)
            throws IOException {
        PlanText text = PlanText.read(sessionYaml);
        SessionPlan plan = new SessionPlans(text, defaults).plan(sessionYaml);
        if (plan.service() == null
                && plan.load().command() == null
                && !known.simulations().contains(plan.load().simulation())) {
            throw text.wrong("load.simulation", "one of " + sorted(known.simulations()));
        }
        for (String id : SessionPlan.VARIANTS) {
            List<String> plugins = plan.variant(id).plugins();
            for (int i = 0; i < plugins.size(); i++) {
                if (!known.plugins().contains(plugins.get(i))) {
                    throw text.wrong(
                            "variants.%s.plugins[%d]".formatted(id, i),
                            "one of " + sorted(known.plugins()));
                }
            }
        }
        return plan;
    }

    private SessionPlan plan(Path sessionYaml) throws InvalidPlanException {
        SessionPlan plan = binding.bind(withDefaults(), SessionPlan.class);
        variants(plan);
        if (plan.service() != null) {
            new ServiceRules(text, plan).check();
        }
        @Nullable List<String> command = plan.load().command();
        if (command != null) {
            new CommandRules(text, plan, command).check();
        }
        @Nullable Path folder = sessionYaml.toAbsolutePath().normalize().getParent();
        @Nullable Path name = folder == null ? null : folder.getFileName();
        if (name != null && !name.toString().equals(plan.name())) {
            throw text.wrong("name", "'" + name + "', the name of its folder");
        }
        if (plan.windows().isEmpty()) {
            throw text.wrong("windows", "a list of at least one window");
        }
        Set<String> names = new HashSet<>();
        for (int i = 0; i < plan.windows().size(); i++) {
            window(plan, plan.windows().get(i), "windows[" + i + "]", names);
        }
        return plan;
    }

    private void variants(SessionPlan plan) throws InvalidPlanException {
        for (String id : plan.variants().keySet()) {
            if (!SessionPlan.VARIANTS.contains(id)) {
                throw text.complaint(
                        "variants." + id,
                        "there is no key '%s' in variants; allowed are A and B".formatted(id));
            }
        }
        for (String id : SessionPlan.VARIANTS) {
            if (!plan.variants().containsKey(id)) {
                throw binding.missing("variants." + id, PlanBinding.group(Variant.class));
            }
        }
    }

    private void window(SessionPlan plan, WindowPlan window, String path, Set<String> names)
            throws InvalidPlanException {
        if (!names.add(window.name())) {
            throw text.wrong(path + ".name", "a name that no other window has");
        }
        if (text.has(path + ".perSecond") && text.has(path + ".kneeShare")) {
            throw text.complaint(
                    path + ".kneeShare",
                    path + ".perSecond and kneeShare are both given; only one of them is allowed");
        }
        if (new HashSet<>(window.events()).size() < window.events().size()) {
            throw text.complaint(
                    path + ".events", path + ".events names an event twice; each is allowed once");
        }
        if (text.has(path + ".backlog.sinkPerSecond")
                && !plan.variants().values().stream()
                        .allMatch(v -> v.plugins().contains(defaults.limitingPlugin()))) {
            throw text.complaint(
                    path + ".backlog.sinkPerSecond",
                    "%s.backlog.sinkPerSecond needs the plugin %s in both variants"
                            .formatted(path, defaults.limitingPlugin()));
        }
    }

    private JsonNode withDefaults() throws InvalidPlanException {
        if (!(text.root().deepCopy() instanceof ObjectNode plan)) {
            throw text.wrong("", PlanBinding.group(SessionPlan.class));
        }
        ObjectNode session = (ObjectNode) DEFAULTS.get("session").deepCopy();
        session.put("hotspot", defaults.hotspot());
        Objects.requireNonNull((ObjectNode) session.get("load"))
                .put("simulation", defaults.simulation());
        complete(plan, session);
        plan.path("variants").forEach(variant -> complete(variant, DEFAULTS.get("variant")));
        if (plan.has("service")) {
            complete(plan.path("service"), DEFAULTS.get("service"));
        }
        plan.path("windows").forEach(window -> complete(window, DEFAULTS.get("window")));
        return plan;
    }

    /// Adds the missing keys.
    private static void complete(JsonNode node, JsonNode defaults) {
        if (node instanceof ObjectNode group && defaults.isObject()) {
            defaults.forEachEntry((key, value) -> {
                if (group.has(key)) {
                    complete(group.path(key), value);
                } else {
                    group.set(key, value.deepCopy());
                }
            });
        }
    }

    private static String sorted(Set<String> names) {
        return names.isEmpty()
                ? "none, because none is built"
                : PlanBinding.listed(names.stream().sorted().toList());
    }
}
