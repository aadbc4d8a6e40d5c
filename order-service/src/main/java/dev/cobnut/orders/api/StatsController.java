package dev.cobnut.orders.api;

import dev.cobnut.framework.statistic.StatisticStatus;
import dev.cobnut.framework.statistic.Statistics;
import dev.cobnut.orders.access.Caller;
import dev.cobnut.orders.access.Scope;
import dev.cobnut.orders.domain.Money;
import dev.cobnut.orders.stats.OrderStatistic;
import dev.cobnut.orders.stats.StatsAnswer;
import dev.cobnut.orders.stats.StatsAnswer.Report;
import dev.cobnut.orders.stats.StatsAnswer.TooManyPoints;
import dev.cobnut.orders.stats.StatsQuery;
import dev.cobnut.web.problem.Problem;
import dev.cobnut.web.problem.Problem.FieldProblem;
import dev.cobnut.web.problem.ProblemException;
import dev.cobnut.web.problem.ProblemType;
import dev.cobnut.web.request.HeapRoom;
import dev.cobnut.web.request.MediaTypes;
import dev.cobnut.web.request.QueryParameters;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Currency;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/// Answers with statistics of the orders, from the sums in this member's memory.
@RestController
@ConditionalOnProperty(name = "cobnut.stats.enabled", matchIfMissing = true)
@RequestMapping(path = StatsController.PATH, produces = MediaTypes.JSON)
final class StatsController {

    static final String PATH = "/stats";

    /// Most steps from `from` to `to`: a day of minutes.
    static final int STEPS_MAX = 1_440;

    /// Most points of an answer, which then has about 1.5 megabytes.
    static final int POINTS_MAX = 5_000;

    /// Most products of the list of top products.
    static final int PRODUCTS_MAX = 100;

    private static final int PRODUCTS_DEFAULT = 10;

    /// What an answer takes of the heap, and the share of the heap that all take.
    private static final int ANSWER_BYTES = 2 * 1_024 * 1_024;

    private static final int HEAP_DIVISOR = 20;

    private static final int RETRY_AFTER_SECONDS = 2;

    private static final Instant LATEST = Instant.parse("9999-12-31T00:00:00Z");
    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final Duration HOUR = Duration.ofHours(1);
    private static final Duration DAY = Duration.ofDays(1);

    static final ProblemType BUILDING =
            new ProblemType(
                    "statistics-building",
                    503,
                    "The statistics are being built",
                    "After a start, this member first reads the events of the time that the statistics cover; try again after `Retry-After` seconds.");

    private final OrderStatistic orders;
    private final Statistics statistics;
    private final InstantSource clock;
    private final HeapRoom room;

    StatsController(
            OrderStatistic orders,
            Statistics statistics,
            InstantSource clock,
            MeterRegistry registry) {
        this.orders = orders;
        this.statistics = statistics;
        this.clock = clock;
        this.room = HeapRoom.ofHeap(HEAP_DIVISOR, registry);
    }

    @GetMapping
    void stats(HttpServletRequest request, HttpServletResponse response) throws IOException {
        requireAllCustomers(request);
        StatsQuery query = query(request);
        StatisticStatus status = statistics.status(OrderStatistic.NAME); // before the sums
        Instant asOf = status.asOf();
        if (asOf == null) {
            throw building();
        }
        room.take(ANSWER_BYTES);
        try {
            StatsAnswer answer = orders.answer(query);
            switch (answer) {
                case TooManyPoints _ ->
                        throw wrong(
                                "from",
                                "gives more than "
                                        + POINTS_MAX
                                        + " points; choose a shorter range, step=hour or one currency");
                case Report report -> {
                    if (report.position() < status.position()) {
                        throw building(); // the sums have begun anew meanwhile
                    }
                    StatsJson.send(query, asOf, report, response);
                }
            }
        } finally {
            room.give(ANSWER_BYTES);
        }
    }

    /// @throws ProblemException 403 when the caller does not see the orders of all customers
    static void requireAllCustomers(HttpServletRequest request) {
        Caller caller = Caller.of(request);
        caller.require(Scope.READ);
        if (caller.customerId() != null) {
            throw ProblemException.of(
                    ProblemType.FORBIDDEN,
                    "The statistics are over the orders of all customers, and this caller acts for one.");
        }
    }

    static ProblemException building() {
        return new ProblemException(
                Problem.of(BUILDING, "The statistics are being built from the journal.")
                        .withHeader("Retry-After", Integer.toString(RETRY_AFTER_SECONDS)));
    }

    private StatsQuery query(HttpServletRequest request) {
        var parameters = new QueryParameters(request, "from", "to", "step", "currency", "products");
        Duration step = step(parameters);
        int products = (int) parameters.number("products", 0, PRODUCTS_MAX, PRODUCTS_DEFAULT);
        Currency currency = currency(parameters);
        Instant to = whole(parameters, "to", step);
        Instant from = whole(parameters, "from", step);
        parameters.requireAllFine();
        if (to == null) {
            to = floor(clock.instant(), step).plus(step);
        }
        if (from == null) {
            from = to.minus(step.equals(HOUR) ? DAY : HOUR);
        }
        if (!from.isBefore(to)) {
            throw wrong("from", "must be before to, which is " + to);
        }
        if (Duration.between(from, to).dividedBy(step) > STEPS_MAX) {
            throw wrong(
                    "from", "must be at most " + STEPS_MAX + " steps before to, which is " + to);
        }
        return new StatsQuery(from, to, (int) step.toMinutes(), currency, products, POINTS_MAX);
    }

    private static Duration step(QueryParameters parameters) {
        String text = parameters.text("step");
        if (text == null || text.equals("minute")) {
            return MINUTE;
        }
        if (!text.equals("hour")) {
            parameters.wrong(FieldProblem.parameter("step", "must be minute or hour"));
        }
        return HOUR;
    }

    static @Nullable Currency currency(QueryParameters parameters) {
        String code = parameters.text("currency");
        if (code == null) {
            return null;
        }
        Currency currency = Money.currency(code);
        if (currency == null) {
            parameters.wrong(
                    FieldProblem.parameter("currency", "must be a currency of ISO 4217, like EUR"));
        }
        return currency;
    }

    private static @Nullable Instant whole(QueryParameters parameters, String name, Duration step) {
        Instant instant = parameters.instant(name);
        if (instant != null && (instant.isBefore(Instant.EPOCH) || instant.isAfter(LATEST))) {
            parameters.wrong(
                    FieldProblem.parameter(
                            name, "must be from " + Instant.EPOCH + " to " + LATEST));
        } else if (instant != null && !instant.equals(floor(instant, step))) {
            parameters.wrong(
                    FieldProblem.parameter(
                            name,
                            step.equals(HOUR)
                                    ? "must be a whole hour in UTC"
                                    : "must be a whole minute in UTC"));
        }
        return instant;
    }

    private static Instant floor(Instant instant, Duration step) {
        long seconds = instant.getEpochSecond();
        return Instant.ofEpochSecond(seconds - Math.floorMod(seconds, step.toSeconds()));
    }

    private static ProblemException wrong(String parameter, String sentence) {
        return new ProblemException(
                Problem.ofErrors(
                        ProblemType.MALFORMED_PARAMETER,
                        "One parameter is wrong.",
                        List.of(FieldProblem.parameter(parameter, sentence))));
    }
}
