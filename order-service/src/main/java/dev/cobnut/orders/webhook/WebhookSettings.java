package dev.cobnut.orders.webhook;

import static dev.cobnut.framework.autoconfigure.settings.SettingChecks.requirePositive;
import static dev.cobnut.framework.autoconfigure.settings.SettingChecks.requireValid;

import dev.cobnut.framework.handler.HandlerSettings;
import dev.cobnut.framework.handler.RetryLaterException;
import dev.cobnut.sink.http.GuardedClient;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/// Settings of the webhooks.
///
/// @param enabled true to let callers register webhooks; without it the paths are not there
/// @param keys secrets are computed with the first of them: 32 to 64 random bytes in base64; the
///   others are those of before, and serve secrets that are not rotated since
/// @param max most webhooks of all callers, 1 to 1000
/// @param maxPerCaller most webhooks of one caller
/// @param allowPrivate true to send to private networks and by http: for tests, and where every
///   caller is trusted with the network of this service
/// @param source name of this service in the CloudEvents, a URI reference
/// @param parallelMax most requests to one webhook at the same time, each of another order
/// @param heldMax most events in memory for one webhook, at least 64; also at most 512 KiB and a
///   page
/// @param attemptsMax attempts to send one event before its order is parked for the webhook
/// @param backoffMin pause after the first failed attempt; it doubles with each, with jitter
/// @param backoffMax longest pause between two attempts
/// @param parkedMax most parked orders of one webhook; beyond it, failing events are tried again
/// @param pauseMax longest pause for which a receiver may ask with Retry-After, at most 24h
/// @param connectDeadline longest wait for the address of a name, and again for a connection
/// @param answerDeadline longest wait for the end of an answer, from the beginning of the request
/// @param secretOverlap time for which both secrets sign after a rotation
/// @param pollInterval how often the journal is read for all webhooks
/// @param drainDeadline longest wait at a stop for requests on their way
@ConfigurationProperties("cobnut.webhooks")
public record WebhookSettings(
        @DefaultValue("false") boolean enabled,
        @DefaultValue List<String> keys,
        @DefaultValue("100") int max,
        @DefaultValue("10") int maxPerCaller,
        @DefaultValue("false") boolean allowPrivate,
        @DefaultValue("/orders") URI source,
        @DefaultValue("4") int parallelMax,
        @DefaultValue("256") int heldMax,
        @DefaultValue("12") int attemptsMax,
        @DefaultValue("1s") Duration backoffMin,
        @DefaultValue("5m") Duration backoffMax,
        @DefaultValue("1000") int parkedMax,
        @DefaultValue("1h") Duration pauseMax,
        @DefaultValue("5s") Duration connectDeadline,
        @DefaultValue("15s") Duration answerDeadline,
        @DefaultValue("24h") Duration secretOverlap,
        @DefaultValue("200ms") Duration pollInterval,
        @DefaultValue("5s") Duration drainDeadline) {

    static final int WEBHOOKS_MAX = 1_000;

    private static final String PREFIX = "cobnut.webhooks.";
    private static final int PAGE_MAX = 64;
    private static final int KEYS_MAX = 4;
    private static final Duration STALLED_AFTER = Duration.ofMinutes(5);
    private static final Duration OVERLAP_MAX = Duration.ofDays(30);

    public WebhookSettings {
        keys = List.copyOf(keys);
        require(max >= 1 && max <= WEBHOOKS_MAX, "max must be from 1 to " + WEBHOOKS_MAX);
        require(maxPerCaller >= 1, "max-per-caller must be at least 1");
        require(!source.toString().isEmpty(), "source must not be empty");
        requirePositive(PREFIX + "connect-deadline", connectDeadline);
        require(
                answerDeadline.compareTo(connectDeadline) >= 0,
                "answer-deadline must be at least connect-deadline");
        requirePositive(PREFIX + "pause-max", pauseMax);
        require(
                pauseMax.compareTo(RetryLaterException.PAUSE_MAX) <= 0,
                "pause-max must be at most " + RetryLaterException.PAUSE_MAX);
        require(
                !secretOverlap.isNegative() && secretOverlap.compareTo(OVERLAP_MAX) <= 0,
                "secret-overlap must be from 0s to 30d");
        require(keys.size() <= KEYS_MAX, "keys must be at most " + KEYS_MAX);
        require(
                !enabled || !keys.isEmpty(),
                "keys is missing: webhooks need a key for their secrets, 32 random bytes in base64,"
                        + " for example of `openssl rand -base64 32`");
        try {
            var _ = new WebhookSecrets(keys);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(PREFIX + "keys: each " + e.getMessage());
        }
        requireValid(
                "cobnut.webhooks",
                () ->
                        handlers(
                                heldMax,
                                parallelMax,
                                attemptsMax,
                                backoffMin,
                                backoffMax,
                                parkedMax,
                                pollInterval,
                                drainDeadline));
    }

    private static void require(boolean isFine, String sentence) {
        if (!isFine) {
            throw new IllegalArgumentException(PREFIX + sentence);
        }
    }

    HandlerSettings handlers() {
        return handlers(
                heldMax,
                parallelMax,
                attemptsMax,
                backoffMin,
                backoffMax,
                parkedMax,
                pollInterval,
                drainDeadline);
    }

    private static HandlerSettings handlers(
            int heldMax,
            int parallelMax,
            int attemptsMax,
            Duration backoffMin,
            Duration backoffMax,
            int parkedMax,
            Duration pollInterval,
            Duration drainDeadline) {
        return new HandlerSettings(
                PAGE_MAX,
                heldMax,
                parallelMax,
                attemptsMax,
                backoffMin,
                backoffMax,
                parkedMax,
                pollInterval,
                STALLED_AFTER,
                drainDeadline);
    }

    GuardedClient client() {
        GuardedClient.Limits limits =
                new GuardedClient.Limits(connectDeadline, Math.multiplyExact(max, parallelMax));
        return allowPrivate ? GuardedClient.toAll(limits) : GuardedClient.publicOnly(limits);
    }

    /// Without the keys.
    @Override
    public String toString() {
        return "WebhookSettings[enabled=" + enabled + ", max=" + max + "]";
    }
}
