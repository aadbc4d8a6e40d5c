package dev.cobnut.orders.api;

import dev.cobnut.framework.feed.Feed;
import dev.cobnut.framework.feed.FeedEnd;
import dev.cobnut.framework.statistic.StatisticStatus;
import dev.cobnut.framework.statistic.Statistics;
import dev.cobnut.orders.stats.OrderStatistic;
import dev.cobnut.orders.stats.StatsAnswer.Point;
import dev.cobnut.orders.stats.StatsChanges;
import dev.cobnut.web.feed.EventStream;
import dev.cobnut.web.json.BoundedJson;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Currency;
import org.jspecify.annotations.Nullable;

/// The statistics of one client, minute by minute.
///
/// ```text
/// event: begin                  forget what you have; all minutes follow
/// event: minute                 the sum of a minute and currency; it replaces what came before
/// event: as-of    id: 84211     the minutes contain everything through this position
/// ```
///
/// Once a second it looks which sums have changed after the client's position, so nothing waits for
/// a client that reads slowly: what changed twice meanwhile is sent once. The position is that of
/// the journal. It means the same on each member, whose own sums say at which position they have
/// changed last.
final class StatsFeed implements EventStream.Content {

    /// Time between two looks.
    private static final Duration PACE = Duration.ofSeconds(1);

    /// Most points that are copied at once.
    private static final int POINTS_MAX = 200;

    private static final int NEVER = -1;

    private final OrderStatistic orders;
    private final Statistics statistics;
    private final Feed feed;
    private final InstantSource clock;
    private final int minutes;
    private final @Nullable Currency currency;

    /// The client has every change through it.
    private long position;

    /// Which sums it is of, see [StatsChanges#begun].
    private long begun = NEVER;

    /// @param feed ends it
    /// @param minutes how many are followed, the current one included
    /// @param currency null for all
    /// @param position that the client has; 0 for none
    StatsFeed(
            OrderStatistic orders,
            Statistics statistics,
            Feed feed,
            InstantSource clock,
            int minutes,
            @Nullable Currency currency,
            long position) {
        this.orders = orders;
        this.statistics = statistics;
        this.feed = feed;
        this.clock = clock;
        this.minutes = minutes;
        this.currency = currency;
        this.position = position;
    }

    @Override
    public void write(EventStream out) throws IOException, InterruptedException {
        out.begin(position);
        do {
            look(out);
            out.heartbeat(position);
            if (out.isOld()) {
                out.end(FeedEnd.RENEW, position);
                return;
            }
        } while (!feed.awaitClose(PACE));
        out.end(FeedEnd.STOPPING, position);
    }

    private void look(EventStream out) throws IOException {
        StatisticStatus status = statistics.status(OrderStatistic.NAME); // before the sums
        Instant asOf = status.asOf();
        Instant from =
                clock.instant()
                        .truncatedTo(ChronoUnit.MINUTES)
                        .minus(minutes - 1, ChronoUnit.MINUTES);
        StatsChanges found = changes(from, null);
        if (begun != found.begun() && begun != NEVER) {
            begun = NEVER;
            position = 0; // what the client has is void
        }
        if (asOf == null || found.position() < status.position()) {
            return; // the sums have begun anew, and are being built
        }
        boolean isNew = begun == NEVER && (position == 0 || found.position() < position);
        begun = found.begun();
        if (isNew) {
            position = 0;
            out.event("", "begin", begin(from, found.since()));
            found = changes(from, null);
        }
        long reached = found.position();
        boolean changed = isNew || !found.points().isEmpty();
        while (!found.points().isEmpty() && found.begun() == begun) {
            for (Point point : found.points()) {
                out.event(null, "minute", StatsJson.of(point));
            }
            found = changes(from, found.points().getLast());
        }
        if (found.begun() != begun) {
            return; // the next look sees it, too
        }
        position = reached;
        if (changed) {
            out.event(Long.toString(position), "as-of", asOf(asOf, position));
            out.flush();
        }
    }

    private StatsChanges changes(Instant from, @Nullable Point last) {
        return orders.changes(position, from, currency, last, POINTS_MAX);
    }

    private static byte[] begin(Instant from, Instant since) {
        return BoundedJson.write(json -> {
            json.writeStartObject();
            json.writeStringProperty("from", from.toString());
            json.writeStringProperty("since", since.toString());
            json.writeEndObject();
        });
    }

    private static byte[] asOf(Instant asOf, long position) {
        return BoundedJson.write(json -> {
            json.writeStartObject();
            json.writeStringProperty("asOf", asOf.toString());
            json.writeNumberProperty("position", position);
            json.writeEndObject();
        });
    }
}
