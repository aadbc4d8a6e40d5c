package dev.cobnut.orders.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cobnut.orders.webhook.Webhook.Secret;
import dev.cobnut.orders.webhook.WebhookCommand.Change;
import dev.cobnut.orders.webhook.WebhookCommand.Delete;
import dev.cobnut.orders.webhook.WebhookCommand.Redeliver;
import dev.cobnut.orders.webhook.WebhookCommand.Register;
import dev.cobnut.orders.webhook.WebhookCommand.Room;
import dev.cobnut.orders.webhook.WebhookCommand.RotateSecret;
import dev.cobnut.orders.webhook.WebhookEvent.RedeliveryBegun;
import dev.cobnut.orders.webhook.WebhookEvent.SecretRotated;
import dev.cobnut.orders.webhook.WebhookEvent.WebhookChanged;
import dev.cobnut.orders.webhook.WebhookEvent.WebhookDeleted;
import dev.cobnut.orders.webhook.WebhookEvent.WebhookPaused;
import dev.cobnut.orders.webhook.WebhookEvent.WebhookRegistered;
import dev.cobnut.orders.webhook.WebhookEvent.WebhookResumed;
import dev.cobnut.test.archive.EventArchive;
import dev.cobnut.test.scenario.DomainScenario;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/// The rules of a webhook, and the stored form of its events.
class WebhookDeciderTest {

    private static final Instant NOW = Instant.parse("2026-11-24T10:15:30.123456Z");
    private static final UUID ID = UUID.fromString("019aa2f4-5b1c-7c3e-8f10-2b7d3c9e4a55");
    private static final String URL = "https://shop.example/events";
    private static final List<String> TYPES = List.of("OrderPaid", "OrderPlaced");
    private static final WebhookRegistered REGISTERED =
            new WebhookRegistered(ID, "shop", "ada", URL, TYPES, "0123abcd", 4711, NOW);
    private static final DomainScenario<Webhook, WebhookCommand, WebhookEvent> NONE =
            DomainScenario.of(new WebhookDecider()).at(NOW);
    private static final DomainScenario<Webhook, WebhookCommand, WebhookEvent> ONE =
            NONE.given(REGISTERED);

    private static Register register(int all, int own) {
        return new Register(
                ID, "shop", "ada", URL, TYPES, "0123abcd", 4711, new Room(all, 100, own, 10));
    }

    @Test
    void aWebhookIsRegisteredWhileThereIsRoom() {
        NONE.when(register(99, 9)).thenEvents(REGISTERED);
        NONE.when(register(100, 9)).thenRefused("too-many-webhooks");
        NONE.when(register(99, 10)).thenRefused("too-many-webhooks");
    }

    @Test
    void aChangeThatChangesNothingHasNoEvent() {
        ONE.when(new Change(null, null, null)).thenNoEvents();
        ONE.when(new Change(URL, TYPES, false)).thenNoEvents();
        ONE.given(new WebhookPaused(NOW)).when(new Change(null, null, true)).thenNoEvents();
    }

    @Test
    void addressTypesAndPauseChangeTogetherOrEachByItself() {
        String other = "https://shop.example/other";
        ONE.when(new Change(other, null, null)).thenEvents(new WebhookChanged(other, TYPES, NOW));
        ONE.when(new Change(null, List.of(), true))
                .thenEvents(new WebhookChanged(URL, List.of(), NOW), new WebhookPaused(NOW));
        ONE.given(new WebhookPaused(NOW))
                .when(new Change(null, null, false))
                .thenEvents(new WebhookResumed(NOW));
    }

    @Test
    void aRotationKeepsTheFormerSecretForAWhileAndNoOlderOne() {
        Instant until = NOW.plus(Duration.ofHours(24));
        SecretRotated rotated = new SecretRotated("89efcdab", until, NOW);
        ONE.when(new RotateSecret("89efcdab", Duration.ofHours(24))).thenEvents(rotated);

        Webhook webhook = fold(REGISTERED, rotated, rotated);

        assertThat(webhook.secrets())
                .containsExactly(new Secret(3, "89efcdab", null), new Secret(2, "89efcdab", until));
        assertThat(webhook.secretsAt(until.minusMillis(1))).hasSize(2);
        assertThat(webhook.secretsAt(until)).containsExactly(new Secret(3, "89efcdab", null));
    }

    @Test
    void aRedeliveryHasACursorOfItsOwn() {
        ONE.when(new Redeliver(7)).thenEvents(new RedeliveryBegun(2, 7, NOW));
        assertThat(fold(REGISTERED).cursor()).isEqualTo("webhook-" + ID + "-1");
        Webhook again = fold(REGISTERED, new RedeliveryBegun(2, 7, NOW));
        assertThat(again.cursor()).isEqualTo("webhook-" + ID + "-2");
        assertThat(again.after()).isEqualTo(7);
    }

    @Test
    void aDeletedWebhookIsLikeOneThatNeverWas() {
        ONE.when(new Delete()).thenEvents(new WebhookDeleted(NOW));
        var deleted = ONE.given(new WebhookDeleted(NOW));
        for (WebhookCommand command :
                List.of(
                        new Delete(),
                        new Change(null, null, true),
                        new Redeliver(0),
                        new RotateSecret("89efcdab", Duration.ZERO))) {
            deleted.when(command).thenMissing();
            NONE.when(command).thenMissing();
        }
    }

    @Test
    void everyEventIsStoredAsTheArchiveHasItAndReadBackFromIt() {
        EventArchive.of(new WebhookDecider().codec(), Path.of("src/test/resources/webhook-events"))
                .check(
                        REGISTERED,
                        new WebhookChanged(URL, TYPES, NOW),
                        new WebhookPaused(NOW),
                        new WebhookResumed(NOW),
                        new SecretRotated("89efcdab", NOW, NOW),
                        new RedeliveryBegun(2, 7, NOW),
                        new WebhookDeleted(NOW));
    }

    private static Webhook fold(WebhookEvent first, WebhookEvent... more) {
        WebhookDecider decider = new WebhookDecider();
        Webhook webhook = decider.evolve(null, first);
        for (WebhookEvent event : more) {
            webhook = decider.evolve(webhook, event);
        }
        return webhook;
    }
}
