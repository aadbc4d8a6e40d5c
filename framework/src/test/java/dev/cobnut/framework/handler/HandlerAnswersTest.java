package dev.cobnut.framework.handler;

import static dev.cobnut.framework.handler.Cards.SOON;
import static dev.cobnut.framework.handler.Cards.append;
import static dev.cobnut.framework.handler.Cards.card;
import static dev.cobnut.framework.handler.Cards.versions;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.cobnut.framework.journal.GroupListener;
import dev.cobnut.framework.journal.InMemoryJournal;
import dev.cobnut.framework.journal.ParkedStream;
import dev.cobnut.framework.node.LoggedRecords;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.logging.Level;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// What a handler may say about a failure: wait, or give up.
class HandlerAnswersTest {

    private static final Duration PAUSE = Duration.ofHours(1);

    private final AtomicLong aheadNanos = new AtomicLong();
    private final InMemoryJournal journal = InMemoryJournal.create(InstantSource.system());
    private final HandlerCounts observer = new HandlerCounts();
    private final RecordingHandler mails = new RecordingHandler("mails");
    private final AtomicInteger asked = new AtomicInteger();
    private final Handlers handlers =
            new Handlers(
                    List.of(mails),
                    journal,
                    Cards.QUICK,
                    observer,
                    () -> System.nanoTime() + aheadNanos.get());

    @BeforeEach
    void start() {
        journal.start(handlers.waking(GroupListener.completing()));
        handlers.start();
    }

    @AfterEach
    void close() {
        handlers.close();
        journal.close();
    }

    @Test
    void anEventIsTriedAgainWhenThePauseIsOverAndNotBefore() {
        mails.failBy(event -> {
            if (event.stream().equals(card(1)) && asked.incrementAndGet() == 1) {
                throw new RetryLaterException("the mail server asks for a pause", PAUSE);
            }
        });
        append(journal, card(1), 2);
        // The pause begins when the handler takes the answer, before it reads further events.
        await().atMost(SOON).until(() -> observer.retried.get() == 1);
        append(journal, card(2), 50);
        await().atMost(SOON).until(() -> mails.handled(card(2)).size() == 50);
        assertThat(mails.handled(card(1))).isEmpty();

        aheadNanos.addAndGet(PAUSE.toNanos() - Duration.ofMinutes(5).toNanos());
        append(journal, card(3), 50);
        await().atMost(SOON).until(() -> mails.handled(card(3)).size() == 50);
        assertThat(asked).hasValue(1);

        aheadNanos.addAndGet(Duration.ofMinutes(5).toNanos());
        append(journal, card(3), 1); // wakes the handler, which measures by this clock
        await().atMost(SOON).until(() -> mails.handled(card(1)).equals(versions(1, 2)));
        assertThat(asked).hasValue(3);
    }

    @Test
    void aHandlerThatWaitsSaysWhyAndForHowLong() {
        String reason = "the mail server asks for a pause";
        mails.failBy(event -> {
            if (event.stream().equals(card(1)) && asked.incrementAndGet() <= 3) {
                throw new RetryLaterException(reason, PAUSE);
            }
        });
        assertThat(handlers.statuses().getFirst().waiting()).isNull();
        try (LoggedRecords log = LoggedRecords.of(PutOffs.class.getName())) {
            append(journal, card(1), 1);
            append(journal, card(2), 1);
            await().atMost(SOON).until(() -> handlers.statuses().getFirst().waiting() != null);
            HandlerStatus.Waiting waiting = handlers.statuses().getFirst().waiting();
            assertThat(Objects.requireNonNull(waiting).reason()).isEqualTo(reason);
            assertThat(waiting.left()).isPositive().isLessThanOrEqualTo(PAUSE);
            assertThat(log.at(Level.WARNING))
                    .extracting(LoggedRecords::text)
                    .containsExactly(
                            "the handler mails waits for PT1H: the mail server asks for a pause; it goes on with card-1 at version 1 then");
        }

        for (int attempts = 2; attempts <= 4; attempts++) {
            aheadNanos.addAndGet(PAUSE.toNanos());
            append(journal, card(3), 1); // wakes the handler, which measures by this clock
            int tried = attempts;
            await().atMost(SOON).until(() -> asked.get() == tried);
        }
        await().atMost(SOON).until(() -> handlers.statuses().getFirst().waiting() == null);
        assertThat(mails.handled(card(1))).isEqualTo(versions(1, 1));
    }

    @Test
    void allStreamsOfAHandlerThatWaitAreOneLineOfTheLogInAMinute() {
        mails.failBy(_ -> {
            asked.incrementAndGet();
            throw new RetryLaterException("no mail server", Duration.ZERO);
        });
        try (LoggedRecords log = LoggedRecords.of(PutOffs.class.getName())) {
            for (int i = 0; i < 20; i++) {
                append(journal, card(i), 1);
            }
            await().atMost(SOON).until(() -> asked.get() >= 60);
            assertThat(log.at(Level.WARNING)).hasSize(1);

            aheadNanos.addAndGet(PutOffs.TOLD_EVERY.toNanos());
            await().atMost(SOON).until(() -> log.at(Level.WARNING).size() == 2);
            int before = asked.get();
            await().atMost(SOON).until(() -> asked.get() >= before + 40);
            assertThat(log.at(Level.WARNING)).hasSize(2);
        }
        mails.heal();
        await().atMost(SOON).until(() -> handlers.statuses().getFirst().waiting() == null);
    }

    @Test
    void waitingIsNoFailedAttemptSoItNeverParksAStream() {
        int waits = 5 * Cards.QUICK.attemptsMax();
        mails.failBy(_ -> {
            if (asked.incrementAndGet() <= waits) {
                throw new RetryLaterException("the mail server asks for a pause", Duration.ZERO);
            }
        });
        append(journal, card(1), 3);
        await().atMost(SOON).until(() -> mails.handled(card(1)).equals(versions(1, 3)));
        assertThat(asked).hasValue(waits + 3);
        assertThat(observer.parked).hasValue(0);
    }

    @Test
    void failuresBetweenTwoWaitsAreStillCounted() {
        mails.failBy(_ -> {
            if (asked.incrementAndGet() % 2 == 0) {
                throw new RetryLaterException("the mail server asks for a pause", Duration.ZERO);
            }
            throw new IllegalStateException("no such address");
        });
        append(journal, card(1), 1);
        await().atMost(SOON).until(() -> observer.parked.get() == 1);
        assertThat(asked).hasValue(2 * Cards.QUICK.attemptsMax() - 1);
    }

    @Test
    void aHandlerThatGivesUpParksTheStreamAtTheFirstAttemptWithItsReason() {
        mails.failBy(event -> {
            if (event.stream().equals(card(1)) && event.version() == 2) {
                asked.incrementAndGet();
                throw new ParkStreamException("the card's owner has no address");
            }
        });
        append(journal, card(1), 3);
        append(journal, card(2), 3);
        await().atMost(SOON).until(() -> handlers.statuses().getFirst().parked() == 1);
        ParkedStream parked = handlers.parked("mails", 1).getFirst();
        assertThat(parked.failure()).isEqualTo("the card's owner has no address");
        assertThat(parked.version()).isEqualTo(2);
        assertThat(asked).hasValue(1);
        await().atMost(SOON).until(() -> mails.handled(card(2)).equals(versions(1, 3)));

        mails.heal();
        assertThat(handlers.retry("mails", card(1))).isTrue();
        await().atMost(SOON).until(() -> mails.handled(card(1)).equals(versions(1, 3)));
    }

    @Test
    void aPauseThatNeverEndsIsRefused() {
        assertThatThrownBy(() -> new RetryLaterException("no mail server", Duration.ofDays(2)))
                .hasMessage("a pause is between 0 and PT24H, not PT48H");
        assertThatThrownBy(() -> new RetryLaterException("no mail server", Duration.ofNanos(-1)))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
