package dev.cobnut.web.feed;

import dev.cobnut.framework.event.UnreadableEventException;
import dev.cobnut.framework.feed.Feed;
import dev.cobnut.framework.feed.FeedEnd;
import dev.cobnut.framework.feed.FeedFilter;
import dev.cobnut.framework.feed.FeedOpening;
import dev.cobnut.framework.feed.FeedSubscription;
import dev.cobnut.web.problem.Problem;
import dev.cobnut.web.problem.ProblemException;
import dev.cobnut.web.problem.ProblemType;
import dev.cobnut.web.request.QueryParameters;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Enumeration;

/// Answers a request with a feed, and returns when the feed ends. The controller's method has no
/// `produces`, and its thread is a virtual one. Thread-safe.
///
/// ```text
/// the position is not in the journal      409 feed-position
/// too many feeds of the caller            429 too-many-feeds     Retry-After
/// too many feeds, or the service stops    503 unavailable        Retry-After
/// Accept excludes text/event-stream       406 not-acceptable
/// ```
public final class FeedAnswer {

    /// The position that a client names is not one of this journal.
    public static final ProblemType POSITION =
            new ProblemType(
                    "feed-position",
                    409,
                    "The journal has no such position",
                    "`Last-Event-ID` or `after` is beyond the end of the journal: it has lost events after a failover, or the position is of another service. Read the state again, and open the feed without a position.");

    /// A caller has all the feeds that it may have.
    public static final ProblemType TOO_MANY =
            new ProblemType(
                    "too-many-feeds",
                    429,
                    "Too many feeds of one caller",
                    "Close a feed, or follow several things by one; try again after `Retry-After` seconds.");

    /// The parameter of the query for clients that cannot send `Last-Event-ID` at first.
    public static final String AFTER = "after";

    private static final String LAST_EVENT_ID = "Last-Event-ID";
    private static final int DIGITS_MAX = 18;

    /// Seconds.
    private static final String RETRY_AFTER = "5";

    private final Feed feed;

    public FeedAnswer(Feed feed) {
        this.feed = feed;
    }

    /// Where a feed begins: after `Last-Event-ID`, which a client that comes back sends, else after
    /// the parameter, else now.
    ///
    /// @param parameters notes a wrong parameter
    /// @throws ProblemException 400 when the header is no position
    public static long after(HttpServletRequest request, QueryParameters parameters) {
        long asked = parameters.number(AFTER, 0, Long.MAX_VALUE, Feed.NOW);
        long last = lastEventId(request);
        return last == Feed.NOW ? asked : last;
    }

    /// The position of `Last-Event-ID`; [Feed#NOW] without it.
    ///
    /// @throws ProblemException 400 when the header is no position
    public static long lastEventId(HttpServletRequest request) {
        Enumeration<String> headers = request.getHeaders(LAST_EVENT_ID);
        if (!headers.hasMoreElements()) {
            return Feed.NOW;
        }
        String header = headers.nextElement();
        boolean digits =
                header.length() <= DIGITS_MAX && header.chars().allMatch(c -> c >= '0' && c <= '9');
        if (!digits || headers.hasMoreElements()) {
            throw ProblemException.of(
                    ProblemType.MALFORMED_HEADER,
                    "Last-Event-ID must be the id of an event of this feed, a whole number, given once.");
        }
        return header.isEmpty() ? Feed.NOW : Long.parseLong(header);
    }

    /// Sends a feed until it ends.
    ///
    /// @param caller whose feeds are counted together; empty when callers are not known
    /// @param after see [#after]
    /// @throws ProblemException when the feed is not opened
    /// @throws IOException when the client has gone, or was too slow
    public void send(
            String caller,
            long after,
            FeedFilter filter,
            HttpServletRequest request,
            HttpServletResponse response)
            throws IOException {
        EventStream.requireAccepted(request);
        try (FeedSubscription subscription = opened(feed.open(caller, after, filter), after)) {
            EventStream.send(feed.settings(), request, response, new FeedWriter(subscription));
        } catch (UnreadableEventException e) {
            throw new IOException(e); // was told to the client, as far as it can be
        }
    }

    private static FeedSubscription opened(FeedOpening opening, long after) {
        return switch (opening) {
            case FeedOpening.Opened(var subscription) -> subscription;
            case FeedOpening.Ahead(var last) ->
                    throw new ProblemException(
                            Problem.of(
                                            POSITION,
                                            "The journal ends at position %d; %d is beyond it."
                                                    .formatted(last, after))
                                    .with("last", last));
            case FeedOpening.Full(var max) ->
                    throw unavailable(
                            "The service has %d feeds, and takes no more.".formatted(max));
            case FeedOpening.FullOfCaller(var max) -> throw tooMany(max);
            case FeedOpening.Stopping() -> throw unavailable("The service stops.");
        };
    }

    /// The caller has all the feeds that it may have.
    public static ProblemException tooMany(int max) {
        return new ProblemException(
                Problem.of(TOO_MANY, "You have %d feeds already.".formatted(max))
                        .withHeader("Retry-After", RETRY_AFTER));
    }

    private static ProblemException unavailable(String sentence) {
        return ProblemException.unavailable(sentence, Integer.parseInt(RETRY_AFTER));
    }

    /// What clients are told about the end of their feed.
    static String sentence(FeedEnd reason) {
        return switch (reason) {
            case TOO_SLOW ->
                    "You read more slowly than events come. Connect again; you go on after this position.";
            case REWOUND ->
                    "The journal has lost events after a failover. Read the state again, and begin without a position.";
            case UNAVAILABLE ->
                    "The journal cannot be read at the moment. Connect again; you go on after this position.";
            case UNREADABLE ->
                    "The next event cannot be sent by this version of the service; it was logged.";
            case RENEW -> "Connect again; you go on after this position.";
            case STOPPING -> "This instance stops. Connect again; you go on after this position.";
        };
    }
}
