package dev.cobnut.orders.api;

import dev.cobnut.framework.feed.Feed;
import dev.cobnut.framework.statistic.Statistics;
import dev.cobnut.orders.access.Caller;
import dev.cobnut.orders.stats.OrderStatistic;
import dev.cobnut.orders.stats.StatsSettings;
import dev.cobnut.web.feed.EventStream;
import dev.cobnut.web.feed.FeedAnswer;
import dev.cobnut.web.request.QueryParameters;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.InstantSource;
import java.util.Currency;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;

/// Sends the minutes of the statistics as they change.
@Controller
@ConditionalOnProperty(name = "cobnut.stats.enabled", matchIfMissing = true)
final class StatsFeedController {

    static final String PATH = StatsController.PATH + "/feed";

    private static final int MINUTES_DEFAULT = 60;

    private final OrderStatistic orders;
    private final Statistics statistics;
    private final Feed feed;
    private final InstantSource clock;
    private final StatsFeedLimits limits;

    StatsFeedController(
            OrderStatistic orders,
            Statistics statistics,
            Feed feed,
            InstantSource clock,
            StatsSettings settings) {
        this.orders = orders;
        this.statistics = statistics;
        this.feed = feed;
        this.clock = clock;
        this.limits = new StatsFeedLimits(settings);
    }

    @GetMapping(PATH)
    void follow(HttpServletRequest request, HttpServletResponse response) throws IOException {
        StatsController.requireAllCustomers(request);
        var parameters = new QueryParameters(request, "minutes", "currency");
        int minutes =
                (int) parameters.number("minutes", 1, StatsController.STEPS_MAX, MINUTES_DEFAULT);
        Currency currency = StatsController.currency(parameters);
        long last = FeedAnswer.lastEventId(request);
        parameters.requireAllFine();
        EventStream.requireAccepted(request);
        if (statistics.status(OrderStatistic.NAME).asOf() == null) {
            throw StatsController.building();
        }
        String caller = Caller.of(request).id();
        limits.enter(caller);
        try {
            var content =
                    new StatsFeed(
                            orders, statistics, feed, clock, minutes, currency, Math.max(0, last));
            EventStream.send(feed.settings(), request, response, content);
        } finally {
            limits.leave(caller);
        }
    }
}
