package dev.cobnut.test.guide;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.cobnut.framework.command.Command;
import dev.cobnut.framework.command.CommandGateway;
import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.subscription.EventFilter;
import dev.cobnut.framework.subscription.Events;
import dev.cobnut.test.guide.VoucherCommand.Issue;
import dev.cobnut.test.slice.CobnutTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Flow;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;

/// The code of `docs/subscriptions.md`.
@CobnutTest
class SubscriptionPageTest {

    private static final Path PAGE = Path.of("../docs/subscriptions.md");
    private static final Path HERE =
            Path.of("src/test/java/dev/cobnut/test/guide/SubscriptionPageTest.java");

    static final class Printer implements Flow.Subscriber<RecordedEvent> {

        private final List<String> lines;

        @SuppressWarnings("NullAway.Init") // by onSubscribe
        private Flow.Subscription subscription;

        Printer(List<String> lines) {
            this.lines = lines;
        }

        @Override
        public void onSubscribe(Flow.Subscription begun) {
            subscription = begun;
            begun.request(1);
        }

        @Override
        public void onNext(RecordedEvent event) {
            lines.add(event.position() + " " + event.type());
            subscription.request(1); // when this one is done
        }

        @Override
        public void onError(Throwable failure) {
            lines.add("subscribe again: " + failure.getMessage());
        }

        @Override
        public void onComplete() {
            lines.add("the service stops");
        }
    }

    @Test
    void eventsAreReadAndFollowed(
            @Autowired CommandGateway<Voucher, VoucherCommand> vouchers, @Autowired Events events) {
        StreamId stream = StreamId.of("voucher", UUID.randomUUID().toString());
        List<String> lines = new CopyOnWriteArrayList<>();
        long begin = events.lastPosition();

        EventFilter issued = EventFilter.all().ofCategories("voucher").ofTypes("VoucherIssued");
        events.publisher(begin, issued).subscribe(new Printer(lines));
        vouchers.send(Command.beginning(stream, new Issue("ada", "EUR", 50_00)));

        await().atMost(Duration.ofMinutes(1)).until(() -> !lines.isEmpty());
        assertThat(lines).containsExactly(begin + 1 + " VoucherIssued");
        long count = events.stream(begin, issued).count();
        assertThat(count).isOne();
    }

    @Test
    void everyExampleOfThePageIsHere() throws IOException {
        String here = unindented(Files.readString(HERE));
        List<String> blocks =
                Pattern.compile("```java\\n(.*?)```", Pattern.DOTALL)
                        .matcher(Files.readString(PAGE))
                        .results()
                        .map(block -> unindented(block.group(1)))
                        .toList();

        assertThat(blocks).hasSizeGreaterThan(1);
        assertThat(blocks).allSatisfy(block -> assertThat(here).contains(block));
    }

    private static String unindented(String code) {
        return code.replaceAll("\\s+", " ").strip();
    }
}
