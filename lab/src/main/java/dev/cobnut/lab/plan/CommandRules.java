package dev.cobnut.lab.plan;

import dev.cobnut.lab.plan.SessionPlan.Service;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What a plan whose load is a command must and must not have.
record CommandRules(PlanText text, SessionPlan plan, List<String> command) {

    private static final String COMMAND = "load.command";

    void check() throws InvalidPlanException {
        if (text.has("load.simulation")) {
            throw text.complaint(
                    COMMAND,
                    "load.simulation and load.command are both given; only one of them is allowed");
        }
        if (command.stream().noneMatch(word -> word.contains("{url}") || word.contains("{port}"))) {
            throw text.complaint(
                    COMMAND,
                    "load.command is %s; {url} or {port} is missing in it"
                            .formatted(command.isEmpty() ? "empty" : String.join(" ", command)));
        }
        @Nullable Service service = plan.service();
        if (service != null && service.requests() == null) {
            throw text.complaint(
                    "service",
                    "service needs the key requests: only the service counts the answers to a command");
        }
        for (int i = 0; i < plan.windows().size(); i++) {
            rate("windows[" + i + "]", plan.windows().get(i).perSecond());
        }
    }

    private void rate(String path, @Nullable Double perSecond) throws InvalidPlanException {
        if (!plan.load().isPlanned()) {
            for (String key : List.of(".perSecond", ".kneeShare")) {
                if (text.has(path + key)) {
                    throw text.complaint(
                            path + key,
                            "%s%s has no effect, because load.command has no {rate}"
                                    .formatted(path, key));
                }
            }
        } else if (perSecond == null && plan.load().knee() == null) {
            throw text.complaint(
                    text.has(path) ? path : COMMAND,
                    "%s.perSecond is missing; with a {rate} in load.command, a rate or load.knee is required"
                            .formatted(path));
        }
    }
}
