package dev.cobnut.lab.plan;

import dev.cobnut.lab.plan.SessionPlan.Per;
import dev.cobnut.lab.plan.SessionPlan.Service;
import dev.cobnut.lab.plan.SessionPlan.Variant;
import dev.cobnut.lab.plan.SessionPlan.WindowPlan;
import java.util.Objects;
import java.util.regex.Pattern;

/// What a plan with a service of its own must and must not have.
record ServiceRules(PlanText text, SessionPlan plan) {

    private static final Pattern SIMULATION = Pattern.compile("GET /.*|\\w+(\\.\\w+)+");

    void check() throws InvalidPlanException {
        Service service = Objects.requireNonNull(plan.service());
        contains(service, "{jvm}", service.command().contains("{jvm}"));
        contains(
                service,
                "{port}",
                service.command().stream().anyMatch(word -> word.contains("{port}")));
        for (String id : SessionPlan.VARIANTS) {
            variant(service, "variants." + id, plan.variant(id));
        }
        if (plan.subsystems() == null) {
            throw text.complaint(
                    "service",
                    "service needs the key subsystems: a file with the patterns of its parts");
        }
        if (plan.load().command() == null
                && !SIMULATION.matcher(plan.load().simulation()).matches()) {
            throw text.complaint(
                    text.has("load.simulation") ? "load.simulation" : "service",
                    "service needs the key load.simulation: GET and a path, or the class of a Gatling simulation; or load.command");
        }
        for (int i = 0; i < plan.windows().size(); i++) {
            window("windows[" + i + "]", plan.windows().get(i));
        }
    }

    private void contains(Service service, String part, boolean does) throws InvalidPlanException {
        if (!does) {
            throw text.complaint(
                    "service.command",
                    "service.command is %s; %s is missing in it"
                            .formatted(String.join(" ", service.command()), part));
        }
    }

    private void variant(Service service, String path, Variant variant)
            throws InvalidPlanException {
        contains(
                service,
                "{arguments}",
                variant.arguments().isEmpty() || service.command().contains("{arguments}"));
        if (variant.ref() != null || !variant.plugins().isEmpty()) {
            throw text.complaint(
                    path, path + " has ref or plugins, which a service of its own does not have");
        }
    }

    private void window(String path, WindowPlan window) throws InvalidPlanException {
        if (window.perSecond() == null
                && plan.load().knee() == null
                && plan.load().command() == null) {
            throw text.complaint(
                    text.has(path) ? path : "service",
                    "%s.perSecond is missing; with a service, a rate or load.knee is required"
                            .formatted(path));
        }
        if (window.backlog() != null || window.per() == Per.DELIVERED) {
            throw text.complaint(
                    path,
                    path
                            + " has a backlog or counts deliveries, which a service of its own does not have");
        }
    }
}
