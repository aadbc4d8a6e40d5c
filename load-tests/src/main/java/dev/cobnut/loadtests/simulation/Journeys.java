package dev.cobnut.loadtests.simulation;

import static io.gatling.javaapi.core.CoreDsl.doIf;
import static io.gatling.javaapi.core.CoreDsl.doIfOrElse;
import static io.gatling.javaapi.core.CoreDsl.doSwitch;
import static io.gatling.javaapi.core.CoreDsl.exec;
import static io.gatling.javaapi.core.CoreDsl.onCase;

import io.gatling.javaapi.core.ChainBuilder;
import io.gatling.javaapi.core.Session;
import java.time.Duration;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// The journeys of users as Gatling chains. Each path through a journey sends the number of
/// requests that the [Journey] states.
final class Journeys {

    /// Pause between looking at a hot order and changing it. It is long enough for another user to
    /// change the order first.
    private static final Duration THINKING = Duration.ofMillis(300);

    /// How long a user stays with a feed.
    private static final Duration FOLLOWING = Duration.ofSeconds(5);

    private Journeys() {}

    static ChainBuilder of(Journey journey, HotOrders hot) {
        return switch (journey) {
            case PLACE -> exec(GatlingRequests.place());
            case SHOP -> exec(GatlingRequests.place(), GatlingRequests.read());
            case BROWSE -> ofNewest(exec(GatlingRequests.readAny()));
            case HISTORY -> ofNewest(exec(GatlingRequests.events()));
            case CANCEL ->
                    exec(GatlingRequests.place(), GatlingRequests.read(), GatlingRequests.cancel());
            case HOT -> hot(hot);
            case LIFE ->
                    exec(
                            GatlingRequests.place(),
                            GatlingRequests.read(),
                            GatlingRequests.confirm(),
                            GatlingRequests.pay(),
                            GatlingRequests.ship(),
                            GatlingRequests.deliver());
            case OWN -> exec(GatlingRequests.placeWithToken(), GatlingRequests.listOwn());
            case PAGES ->
                    exec(
                            GatlingRequests.firstPage(),
                            GatlingRequests.nextPage(),
                            GatlingRequests.nextPage());
            case FOLLOW ->
                    exec(
                                    GatlingRequests.place(),
                                    GatlingRequests.followOrder(),
                                    GatlingRequests.confirm())
                            .pause(FOLLOWING)
                            .exec(GatlingRequests.closeFeed());
            case WATCH ->
                    exec(GatlingRequests.followCustomer())
                            .pause(FOLLOWING)
                            .exec(GatlingRequests.closeFeed());
        };
    }

    /// The journey that the user's record names.
    static ChainBuilder ofRecord() {
        HotOrders hot = new HotOrders();
        return doSwitch("#{journey}")
                .on(
                        Arrays.stream(Journey.values())
                                .map(journey -> onCase((Object) journey).then(of(journey, hot)))
                                .toList());
    }

    /// A customer without an order places one.
    private static ChainBuilder ofNewest(ChainBuilder then) {
        ChainBuilder take =
                exec(session ->
                        session.set("order", "/orders/" + GatlingRequests.text(session, "newest")));
        return exec(GatlingRequests.list())
                .exec(
                        doIfOrElse((Session session) -> session.contains("newest"))
                                .then(take.exec(then))
                                .orElse(GatlingRequests.place()));
    }

    private static ChainBuilder hot(HotOrders hot) {
        ChainBuilder successor =
                exec(GatlingRequests.place())
                        .exec(
                                doIf((Session session) -> !session.isFailed())
                                        .then(
                                                exec(session -> {
                                                    hot.put(
                                                            session.getInt("slot"),
                                                            GatlingRequests.text(session, "order"));
                                                    return session;
                                                })));
        ChainBuilder change =
                exec(GatlingRequests.readAny())
                        .pause(THINKING)
                        .exec(
                                doIfOrElse((Session session) -> isWorn(session))
                                        .then(successor)
                                        .orElse(GatlingRequests.changeHotLines()));
        return exec(
                        session -> {
                            @Nullable String location = hot.in(session.getInt("slot"));
                            return location == null ? session : session.set("order", location);
                        })
                .exec(
                        doIfOrElse((Session session) -> session.contains("order"))
                                .then(change)
                                .orElse(exec(successor).exec(GatlingRequests.readAny())));
    }

    private static boolean isWorn(Session session) {
        String etag = GatlingRequests.text(session, "version");
        return Long.parseLong(etag.substring(1, etag.length() - 1)) >= HotOrders.VERSION_MAX;
    }
}
