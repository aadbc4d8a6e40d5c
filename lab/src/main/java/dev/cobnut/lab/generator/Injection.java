package dev.cobnut.lab.generator;

import static io.gatling.javaapi.core.CoreDsl.constantUsersPerSec;
import static io.gatling.javaapi.core.CoreDsl.exec;
import static io.gatling.javaapi.core.CoreDsl.exitBlockOnFail;
import static io.gatling.javaapi.core.CoreDsl.feed;
import static io.gatling.javaapi.core.CoreDsl.scenario;
import static io.gatling.javaapi.core.CoreDsl.stopLoadGeneratorIf;
import static io.gatling.javaapi.http.HttpDsl.http;

import io.gatling.javaapi.core.ChainBuilder;
import io.gatling.javaapi.core.OpenInjectionStep;
import io.gatling.javaapi.core.PopulationBuilder;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/// Starts users at the planned rate and lets them run their journeys.
public final class Injection {

    /// Receives the answers of the simulation, which Gatling creates without arguments.
    static final ScopedValue<AnswerLog> ANSWERS = ScopedValue.newInstance();

    private Injection() {}

    /// @param feed one record per user
    /// @param journey the actions of a user that has a record
    public static PopulationBuilder of(
            Assignment assignment, Iterator<Map<String, Object>> feed, ChainBuilder journey) {
        LoadPlan plan = assignment.plan();
        AnswerLog answers = ANSWERS.get();
        List<OpenInjectionStep> steps =
                plan.phases().stream()
                        .map(phase ->
                                (OpenInjectionStep)
                                        constantUsersPerSec(
                                                        phase.perSecond()
                                                                / assignment
                                                                        .simulation()
                                                                        .requestsPerUser())
                                                .during(phase.length()))
                        .toList();
        return scenario(plan.simulation())
                .exec(
                        exec(session -> {
                            Signals.userBegan();
                            return session;
                        }))
                .exec(
                        stopLoadGeneratorIf(
                                "The load was stopped from outside.",
                                session -> Signals.isStopped()))
                .exec(feed(feed))
                .exec(exitBlockOnFail().on(journey))
                .exec(session -> {
                    if (session.isFailed()) {
                        Signals.PULSE.userFailed();
                    }
                    return session;
                })
                .injectOpen(steps)
                .protocols(
                        http.baseUrl(assignment.target().toString())
                                .disableWarmUp()
                                .disableCaching()
                                .disableAutoReferer()
                                .disableAutoOrigin()
                                .disableFollowRedirect()
                                .shareConnections()
                                .acceptHeader("application/json")
                                .userAgentHeader("cobnut-load")
                                .sign(answers::sent)
                                .transformResponse((response, session) -> {
                                    answers.answered(response);
                                    Signals.PULSE.answered(
                                            response.endTimestamp() - response.startTimestamp());
                                    return response;
                                }));
    }
}
