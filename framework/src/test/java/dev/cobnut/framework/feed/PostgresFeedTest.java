package dev.cobnut.framework.feed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.journal.GroupListener;
import dev.cobnut.framework.journal.Journal;
import dev.cobnut.framework.journal.PostgresJournal;
import dev.cobnut.framework.journal.PostgresSettings;
import dev.cobnut.framework.postgres.NeedsPostgresDatabase;
import dev.cobnut.framework.postgres.PostgresDatabase;
import dev.cobnut.framework.subscription.Events;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

@NeedsPostgresDatabase
class PostgresFeedTest extends FeedContract {

    @Override
    protected Journal open(Path folder) {
        return PostgresJournal.open(PostgresDatabase.shared().newJournal(), InstantSource.system());
    }

    private record Member(Journal journal, Events events, Feed feed) implements AutoCloseable {

        static Member over(PostgresSettings settings) {
            Journal journal = PostgresJournal.open(settings, InstantSource.system());
            var events = new Events(journal, Duration.ofMillis(20));
            journal.start(events.waking(GroupListener.completing()));
            var feed =
                    new Feed(journal, events, new Followers.ByStream(), SMALL, FeedObserver.NONE);
            return new Member(journal, events, feed);
        }

        @Override
        public void close() {
            feed.close();
            events.close();
            journal.close();
        }
    }

    @Test
    void aClientThatGoesFromMemberToMemberMissesNothingAndGetsNothingTwice() throws Exception {
        PostgresSettings settings = PostgresDatabase.shared().newJournal();
        int total = 600;
        try (Member one = Member.over(settings);
                Member two = Member.over(settings)) {
            List<Member> members = List.of(one, two);
            Thread writer =
                    Thread.ofVirtual()
                            .start(() -> {
                                for (int i = 0; i < total / 3; i++) {
                                    Followers.append(
                                            members.get(i % 2).journal(),
                                            StreamId.of("card", Integer.toString(i % 7)),
                                            3);
                                }
                            });
            var random = new Random(15);
            List<Long> seen = new ArrayList<>();
            long position = 0;
            long due = System.nanoTime() + TimeUnit.MINUTES.toNanos(2);
            while (seen.size() < total && System.nanoTime() < due) {
                Feed feed = members.get(random.nextInt(2)).feed();
                try (FeedSubscription client =
                        Followers.opened(feed.open("", position, Followers.ALL))) {
                    int turns = 1 + random.nextInt(20);
                    boolean over = false;
                    for (int i = 0; i < turns && !over; i++) {
                        switch (client.next(Duration.ofMillis(30))) {
                            case FeedTurn.Some(var events, var through) -> {
                                events.forEach(event -> seen.add(event.event().position()));
                                position = through;
                            }
                            case FeedTurn.None(var through) -> position = through;
                            case FeedTurn.Ended(_, _) -> over = true;
                        }
                    }
                }
            }
            writer.join();

            assertThat(seen)
                    .containsExactlyElementsOf(LongStream.rangeClosed(1, total).boxed().toList());
            await().atMost(SOON).until(() -> one.events().subscribers() == 0);
            await().atMost(SOON).until(() -> two.events().subscribers() == 0);
        }
    }
}
