package dev.cobnut.framework.command;

import static dev.cobnut.framework.command.CounterFixture.together;
import static org.assertj.core.api.Assertions.assertThat;

import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.event.Versioned;
import dev.cobnut.framework.journal.AppendResult;
import dev.cobnut.framework.journal.CommandKey;
import dev.cobnut.framework.journal.RecordedCommand;
import dev.cobnut.framework.node.CounterDecider.Add;
import dev.cobnut.framework.node.CounterDecider.Change;
import dev.cobnut.framework.node.CounterDecider.Counted;
import dev.cobnut.framework.node.CounterDecider.Counter;
import dev.cobnut.framework.node.CounterDecider.Explode;
import dev.cobnut.framework.node.CounterDecider.Open;
import dev.cobnut.framework.node.CounterDecider.SetTo;
import dev.cobnut.runtime.entity.AskResult.Answered;
import dev.cobnut.runtime.entity.AskResult.Failed;
import dev.cobnut.runtime.entity.AskResult.Handled;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.LongStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.jspecify.annotations.Nullable;

/// Any commands in any batches. The answers and the recorded events do not depend on the batches. A
/// key has one effect and versions have no gap, also when other members append or the journal
/// fails.
class BatchedCommandsPropertyTest {

    private static final StreamId STREAM = StreamId.of("counter", "property");
    private static final int KEYS = 6;

    /// Disturbances of an append.
    enum Disturbance {
        NONE,
        ANOTHER_MEMBER,
        ANOTHER_MEMBER_WITH_A_KEY,
        FULL,
        LOST,
        UNHEARD
    }

    @Property(tries = 300)
    void batchesAnswerAndRecordWhatOneByOneWould(
            @ForAll("commands") List<Command<Change>> commands,
            @ForAll @Size(min = 1, max = 12) List<@IntRange(min = 1, max = 9) Integer> sizes) {
        try (CounterFixture batched = new CounterFixture();
                CounterFixture single = new CounterFixture()) {
            List<Object> together = new ArrayList<>();
            Aggregate<Counter, Change, Counted> aggregate = batched.aggregate(STREAM);
            for (List<Command<Change>> batch : inBatches(commands, sizes)) {
                for (Handled<CommandResult<Counter>> result : together(aggregate, batch)) {
                    together.add(CounterFixture.comparable(result));
                }
            }
            List<Object> oneByOne = new ArrayList<>();
            Aggregate<Counter, Change, Counted> alone = single.aggregate(STREAM);
            for (Command<Change> command : commands) {
                Handled<CommandResult<Counter>> result;
                try {
                    result = new Answered<>(alone.handle(command));
                } catch (IllegalStateException cause) {
                    result = new Failed<>(cause);
                    alone = single.aggregate(STREAM);
                }
                oneByOne.add(CounterFixture.comparable(result));
            }

            assertThat(together).isEqualTo(oneByOne);
            assertThat(contents(batched)).isEqualTo(contents(single));
            for (int key = 0; key < KEYS; key++) {
                assertThat(batched.journal.findCommand("k" + key))
                        .isEqualTo(single.journal.findCommand("k" + key));
            }
        }
    }

    @Property(tries = 300)
    void aKeyHasOneEffectAndVersionsHaveNoGapWhateverDisturbs(
            @ForAll("commands") List<Command<Change>> commands,
            @ForAll @Size(min = 1, max = 12) List<@IntRange(min = 2, max = 9) Integer> sizes,
            @ForAll @Size(max = 20) List<Disturbance> disturbances) {
        try (CounterFixture counters = new CounterFixture();
                CounterFixture others = counters.sibling()) {
            disturbances.forEach(disturbance -> plant(disturbance, counters, others));
            Aggregate<Counter, Change, Counted> aggregate = counters.aggregate(STREAM);
            List<Long> toldVersions = new ArrayList<>();
            for (List<Command<Change>> batch : inBatches(commands, sizes)) {
                for (Handled<CommandResult<Counter>> result : together(aggregate, batch)) {
                    if (result
                            instanceof
                            Answered<CommandResult<Counter>>(
                                    CommandResult.Accepted<Counter>(
                                            _,
                                            var state,
                                            long version,
                                            long position,
                                            _))) {
                        assertThat(foldedValue(counters, version)).isEqualTo(state.value());
                        assertThat(counters.journal.read(STREAM, version - 1, 1))
                                .singleElement()
                                .extracting(RecordedEvent::position)
                                .isEqualTo(position);
                        toldVersions.add(version);
                    }
                }
            }

            List<RecordedEvent> recorded = counters.journal.read(STREAM, 0, 1_000);
            assertThat(recorded)
                    .extracting(RecordedEvent::version)
                    .containsExactlyElementsOf(
                            LongStream.rangeClosed(1, recorded.size()).boxed().toList());
            assertThat(toldVersions).allMatch(version -> version <= recorded.size());
            Set<Long> ofKeys = new HashSet<>();
            for (int key = 0; key < KEYS; key++) {
                RecordedCommand command = counters.journal.findCommand("k" + key).orElse(null);
                if (command != null && command.refusal() == null) {
                    assertThat(ofKeys.add(command.version()))
                            .as("an event of two keys: %s", command)
                            .isTrue();
                }
            }
        }
    }

    private static int foldedValue(CounterFixture counters, long version) {
        Versioned<Counter> folded = counters.fold(STREAM, version);
        assertThat(folded.version()).isEqualTo(version);
        return folded.state().value();
    }

    private static void plant(
            Disturbance disturbance, CounterFixture counters, CounterFixture others) {
        counters.journal.next(
                switch (disturbance) {
                    case NONE -> new ScriptedJournal.Step.After(() -> {});
                    case ANOTHER_MEMBER ->
                            new ScriptedJournal.Step.After(
                                    () -> sendBy(others, command(new Add(0))));
                    case ANOTHER_MEMBER_WITH_A_KEY ->
                            new ScriptedJournal.Step.After(
                                    () -> sendBy(others, keyed(command(new Add(1)), 1)));
                    case FULL ->
                            new ScriptedJournal.Step.Lost(new AppendResult.Unavailable("planted"));
                    case LOST -> new ScriptedJournal.Step.Lost(new AppendResult.Unknown("planted"));
                    case UNHEARD -> new ScriptedJournal.Step.Unheard();
                });
    }

    private static void sendBy(CounterFixture member, Command<Change> command) {
        CommandResult<Counter> result = member.aggregate(STREAM).handle(command);
        assertThat(result).isNotInstanceOf(CommandResult.Unknown.class);
    }

    private static List<List<Command<Change>>> inBatches(
            List<Command<Change>> commands, List<Integer> sizes) {
        List<List<Command<Change>>> batches = new ArrayList<>();
        int from = 0;
        for (int i = 0; from < commands.size(); i++) {
            int to = Math.min(commands.size(), from + sizes.get(i % sizes.size()));
            batches.add(commands.subList(from, to));
            from = to;
        }
        return batches;
    }

    private static List<String> contents(CounterFixture counters) {
        return counters.journal.read(STREAM, 0, 1_000).stream()
                .map(event -> event.version() + " " + event.type() + " " + event.payload().asUtf8())
                .toList();
    }

    @Provide
    Arbitrary<List<Command<Change>>> commands() {
        Arbitrary<Change> change =
                Arbitraries.frequencyOf(
                        Tuple.of(2, Arbitraries.integers().between(0, 11).map(Open::new)),
                        Tuple.of(10, Arbitraries.integers().between(-3, 5).map(Add::new)),
                        Tuple.of(3, Arbitraries.integers().between(0, 10).map(SetTo::new)),
                        Tuple.of(1, Arbitraries.just(new Explode())));
        Arbitrary<@Nullable Integer> expected =
                Arbitraries.integers().between(1, 12).injectNull(0.7);
        Arbitrary<@Nullable Integer> key =
                Arbitraries.integers().between(0, KEYS - 1).injectNull(0.6);
        return Combinators.combine(change, expected, key)
                .as((content, version, number) -> {
                    Command<Change> command =
                            version == null
                                    ? command(content)
                                    : command(content).expecting(version.longValue());
                    // a decision that throws may come before or after the lookup of its key
                    return number == null || content instanceof Explode
                            ? command
                            : keyed(command, number);
                })
                .list()
                .ofMaxSize(40)
                .map(BatchedCommandsPropertyTest::firstOpenBegins);
    }

    /// Only the first command that can begin the stream may declare that it begins it.
    private static List<Command<Change>> firstOpenBegins(List<Command<Change>> commands) {
        List<Command<Change>> result = new ArrayList<>(commands);
        for (int i = 0; i < result.size(); i++) {
            Command<Change> command = result.get(i);
            if (command.content() instanceof Open) {
                result.set(
                        i,
                        Command.beginning(STREAM, command.content())
                                .expecting(command.expectedVersion())
                                .withKey(command.key()));
                break;
            }
        }
        return result;
    }

    private static Command<Change> command(Change change) {
        return Command.to(STREAM, change);
    }

    /// The fingerprint depends on the content, as in the service.
    private static Command<Change> keyed(Command<Change> command, int number) {
        return command.withKey(
                new CommandKey(
                        "k" + number,
                        Integer.toHexString(command.content().toString().hashCode())));
    }
}
