package dev.cobnut.runtime.guide;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cobnut.runtime.actor.ActorContext;
import dev.cobnut.runtime.actor.ActorObserver;
import dev.cobnut.runtime.actor.ActorRef;
import dev.cobnut.runtime.actor.ActorSpec;
import dev.cobnut.runtime.actor.ActorSystem;
import dev.cobnut.runtime.actor.Behavior;
import dev.cobnut.runtime.actor.DeadLetter;
import dev.cobnut.runtime.actor.MailboxSpec;
import dev.cobnut.runtime.actor.Signal;
import dev.cobnut.runtime.actor.Supervision;
import dev.cobnut.runtime.durable.DurableHandler;
import dev.cobnut.runtime.entity.AskResult;
import dev.cobnut.runtime.entity.Batch;
import dev.cobnut.runtime.entity.BatchingEntity;
import dev.cobnut.runtime.entity.CloseReport;
import dev.cobnut.runtime.entity.DispatchObserver;
import dev.cobnut.runtime.entity.DispatchSettings;
import dev.cobnut.runtime.entity.Entities;
import dev.cobnut.runtime.mailbox.Backpressure;
import dev.cobnut.runtime.mailbox.MailboxKind;
import dev.cobnut.runtime.mailbox.Recipient;
import dev.cobnut.runtime.mailbox.TellResult;
import dev.cobnut.runtime.mailbox.Workload;
import dev.cobnut.runtime.scheduler.Dispatcher;
import dev.cobnut.runtime.scheduler.ManualClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// The examples of `docs/runtime.md`: each block of Java there is also here, and runs.
@Timeout(300)
class RuntimeGuideTest {

    private static final Path GUIDE = Path.of("..", "docs", "runtime.md");
    private static final Path HERE =
            Path.of("src/test/java/dev/cobnut/runtime/guide/RuntimeGuideTest.java");

    sealed interface Message {}

    record Deposit(long cents) implements Message {}

    record Balance(Recipient<Long> replyTo) implements Message {}

    static final class Account implements Behavior<Message> {
        private long cents;

        @Override
        public Behavior<Message> receive(ActorContext<Message> context, Message message) {
            switch (message) {
                case Deposit(long more) -> cents += more;
                case Balance(var replyTo) -> replyTo.tell(cents);
            }
            return this;
        }
    }

    @Test
    void everyBlockOfTheGuideStandsHere() throws IOException {
        String here = squeezed(Files.readString(HERE));
        Matcher blocks =
                Pattern.compile("```java\n(.*?)```", Pattern.DOTALL)
                        .matcher(Files.readString(GUIDE));
        int found = 0;
        while (blocks.find()) {
            found++;
            assertThat(here).contains(squeezed(blocks.group(1)));
        }
        assertThat(found).isGreaterThan(5);
    }

    private static String squeezed(String text) {
        return text.replaceAll("\\s+", "");
    }

    @Test
    void tellAndAsk() {
        try (ActorSystem system = ActorSystem.create("bank")) {
            ActorRef<Message> account = system.spawn(ActorSpec.of(Account::new));
            TellResult told = account.tell(new Deposit(100));
            AskResult<Long> balance = account.ask(Balance::new, Duration.ofSeconds(30)).await();

            assertThat(told).isEqualTo(TellResult.ACCEPTED);
            assertThat(balance).isEqualTo(new AskResult.Answered<>(100L));
        }
    }

    static final class Counter implements BatchingEntity<Integer, Integer> {
        private int total;

        @Override
        public Integer handle(Integer add) {
            total += add;
            save(total);
            return total;
        }

        @Override
        public void handleAll(Batch<Integer, Integer> batch) {
            List<Integer> totals = new ArrayList<>();
            for (int i = 0; i < batch.size(); i++) {
                total += batch.message(i);
                totals.add(total);
            }
            save(total); // once
            for (int i = 0; i < batch.size(); i++) {
                batch.answer(i, totals.get(i));
            }
        }

        private final List<Integer> saved = new ArrayList<>();

        private void save(int total) {
            saved.add(total);
        }
    }

    @Test
    void entities() {
        Entities<String, Integer, Integer> counters =
                new Entities<>(
                        DispatchSettings.defaults(), _ -> new Counter(), DispatchObserver.none());
        counters.start();
        AskResult<Integer> counted = counters.askAndWait("blue", 3, Duration.ofSeconds(30));

        assertThat(counted).isEqualTo(new AskResult.Answered<>(3));
        Counter counter = new Counter();
        Batch<Integer, Integer> batch = Batch.of(List.of(1, 2, 3));
        counter.handleAll(batch);
        assertThat(batch.result(2)).isEqualTo(new AskResult.Answered<>(6));
        assertThat(counter.saved).containsExactly(6);
        assertThat(counters.close(Duration.ofSeconds(30)).isClean()).isTrue();
    }

    @Test
    void backpressure() {
        try (ActorSystem system = ActorSystem.create("bank")) {
            ActorSpec<Message> patient =
                    ActorSpec.<Message>of(Account::new)
                            .withMailbox(
                                    MailboxSpec.of(MailboxKind.MPSC_ARRAY, 1_024)
                                            .withBackpressure(
                                                    new Backpressure.Block(Duration.ofSeconds(2))));
            ActorSpec<Message> quick =
                    ActorSpec.<Message>of(Account::new).withWorkload(Workload.CPU_BOUND);

            assertThat(system.spawn(patient).tell(new Deposit(1)).isAccepted()).isTrue();
            assertThat(system.spawn(quick).tell(new Deposit(1)).isAccepted()).isTrue();
        }
    }

    @Test
    void supervisionAndDeadLetters() {
        List<DeadLetter> letters = new CopyOnWriteArrayList<>();
        ActorObserver observer =
                new ActorObserver() {
                    @Override
                    public void deadLetter(DeadLetter letter) {
                        letters.add(letter);
                    }
                };
        try (ActorSystem system =
                ActorSystem.create(
                        "bank", ActorSystem.Settings.defaults().withObserver(observer))) {
            ActorSpec<Message> careful =
                    ActorSpec.<Message>of(Account::new)
                            .withSupervision(
                                    Supervision.deciding(failure ->
                                                    failure instanceof IllegalArgumentException
                                                            ? Supervision.Directive.RESUME
                                                            : Supervision.Directive.RESTART)
                                            .withLimit(5, Duration.ofMinutes(1))
                                            .withBackoff(
                                                    Duration.ofMillis(100),
                                                    Duration.ofSeconds(10)));

            assertThat(system.spawn(careful).tell(new Deposit(1)).isAccepted()).isTrue();
        }
        assertThat(letters).isEmpty();
    }

    /// Stashes messages until the first deposit, then becomes `open`.
    static final class Closed implements Behavior<Message> {
        private final Behavior<Message> open = new Account();

        @Override
        public Behavior<Message> receive(ActorContext<Message> context, Message message) {
            if (message instanceof Deposit) {
                context.unstashAll();
                return open;
            }
            context.stash(message);
            return this;
        }
    }

    @Test
    void becomeAndStash() {
        try (ActorSystem system = ActorSystem.create("bank")) {
            ActorRef<Message> account = system.spawn(ActorSpec.of(Closed::new));
            var balance = account.ask(Balance::new, Duration.ofSeconds(30));
            account.tell(new Deposit(5));
            assertThat(balance.await()).isEqualTo(new AskResult.Answered<>(0L));
        }
    }

    static final class Branch implements Behavior<Message> {
        private final ActorRef<Message> account;

        Branch(ActorContext<Message> context) {
            account = context.spawn("account", ActorSpec.of(Account::new));
        }

        @Override
        public Behavior<Message> receive(ActorContext<Message> context, Message message) {
            context.forward(account, message);
            return this;
        }

        @Override
        public Behavior<Message> signal(ActorContext<Message> context, Signal signal) {
            return switch (signal) {
                case Signal.Terminated(var actor, _) when actor.equals(account) ->
                        Behavior.stopped();
                case Signal.Started _, Signal.Restarting _, Signal.Stopped _, Signal.Terminated _ ->
                        this;
            };
        }
    }

    @Test
    void childrenAndStop() {
        ActorSystem system = ActorSystem.create("bank");
        ActorRef<Message> branch = system.spawn("branch", ActorSpec.setup(Branch::new));
        branch.tell(new Deposit(7));
        CloseReport<String> report = system.shutdown(Duration.ofSeconds(30));
        assertThat(report.isClean()).isTrue();
    }

    @Test
    void pinned() {
        ActorSystem.Settings settings =
                ActorSystem.Settings.defaults().withDispatcher(Dispatcher.pinned("bank", 2));
        try (ActorSystem system = ActorSystem.create("bank", settings)) {
            ActorRef<Message> account =
                    system.spawn(ActorSpec.<Message>of(Account::new).withKey("customer 7"));
            assertThat(account.ask(Balance::new, Duration.ofSeconds(30)).await())
                    .isEqualTo(new AskResult.Answered<>(0L));
        }
    }

    private static final class Silent implements Behavior<Message> {
        @Override
        public Behavior<Message> receive(ActorContext<Message> context, Message message) {
            return this;
        }
    }

    static final class Credits implements DurableHandler<Deposit> {
        private long last;
        private long cents;

        @Override
        public void handle(long sequence, Deposit deposit) {
            if (sequence > last) { // otherwise it is a repetition
                cents += deposit.cents();
                last = sequence;
            }
        }
    }

    @Test
    void repetitionsForADurableHandler() {
        Credits credits = new Credits();
        credits.handle(3, new Deposit(10));
        credits.handle(3, new Deposit(10));
        assertThat(credits.cents).isEqualTo(10);
    }

    @Test
    void timeInTests() {
        ManualClock clock = new ManualClock();
        try (ActorSystem system =
                ActorSystem.create("bank", ActorSystem.Settings.defaults().withClock(clock))) {
            ActorRef<Message> silent = system.spawn(ActorSpec.of(Silent::new));
            var answer = silent.ask(Balance::new, Duration.ofMinutes(5)).toFuture();
            assertThat(answer).isNotDone();
            clock.advance(Duration.ofMinutes(6));
            assertThat(answer).isCompletedWithValue(new AskResult.TimedOut<>());
        }
    }
}
