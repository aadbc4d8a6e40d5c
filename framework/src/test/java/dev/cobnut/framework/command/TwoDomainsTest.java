package dev.cobnut.framework.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cobnut.framework.event.EventCodec;
import dev.cobnut.framework.event.JsonEventCodec;
import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.journal.CommandKey;
import dev.cobnut.framework.journal.InMemoryJournal;
import dev.cobnut.framework.node.CounterDecider;
import dev.cobnut.framework.node.CounterDecider.Add;
import dev.cobnut.framework.node.CounterDecider.Change;
import dev.cobnut.framework.node.CounterDecider.Counter;
import dev.cobnut.framework.node.CounterDecider.Open;
import dev.cobnut.framework.node.TestNode;
import dev.cobnut.runtime.entity.DispatchObserver;
import dev.cobnut.runtime.entity.DispatchSettings;
import dev.cobnut.runtime.mailbox.MailboxKind;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

/// Two domains over one journal, each with its gateway.
class TwoDomainsTest {

    private static final Duration SOON = Duration.ofMinutes(2);

    private final TestNode node = TestNode.start(InMemoryJournal.create(InstantSource.system()));
    private final StreamGateway<Counter, Change, ?> counters = gateway(new CounterDecider());
    private final StreamGateway<Member, Join, ?> members = gateway(new Members());

    record Member(String name) {}

    record Join(String name) {}

    sealed interface MemberEvent {}

    record Joined(String name) implements MemberEvent {}

    private static final class Members implements Decider<Member, Join, MemberEvent> {

        private final EventCodec<MemberEvent> codec =
                JsonEventCodec.of(MemberEvent.class, JsonMapper.builder().build());

        @Override
        public String category() {
            return "member";
        }

        @Override
        public EventCodec<MemberEvent> codec() {
            return codec;
        }

        @Override
        public Decision<MemberEvent> decide(@Nullable Member state, Join command, Instant now) {
            return new Decision.Accepted<>(List.of(new Joined(command.name())));
        }

        @Override
        public Member evolve(@Nullable Member state, MemberEvent event) {
            return switch (event) {
                case Joined(var name) -> new Member(name);
            };
        }
    }

    @AfterEach
    void close() {
        counters.close();
        members.close();
        node.close();
    }

    @Test
    void aCommandForAStreamOfAnotherDomainIsRefusedAndTheStreamStaysUsable() {
        StreamId stream = new Members().stream("7");
        members.send(Command.beginning(stream, new Join("Ada")));

        assertThatThrownBy(() -> counters.send(Command.beginning(stream, new Open(1))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("member-7 is not a stream of the category counter");
        assertThatThrownBy(() -> counters.send(Command.to(stream, new Open(1))))
                .isInstanceOf(IllegalArgumentException.class);
        StreamId fresh = StreamId.of("member", "8");
        assertThatThrownBy(() -> counters.send(Command.to(fresh, new Open(1))))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> counters.state(stream))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> counters.events(stream, 0, 1))
                .isInstanceOf(IllegalArgumentException.class);

        assertThat(node.journal().read(fresh, 0, 10)).isEmpty();
        assertThat(node.journal().read(stream, 0, 10)).hasSize(1);
        assertThat(members.send(Command.to(stream, new Join("Ada Lovelace"))))
                .isInstanceOf(CommandResult.Accepted.class);
    }

    @Test
    void aKeyThatAnotherDomainUsedIsReusedAndTheAnswerSaysWhere() {
        StreamId member = StreamId.of("member", "7");
        CommandKey key = new CommandKey("basket-1", "f00d");
        members.send(Command.beginning(member, new Join("Ada")).withKey(key));

        StreamId counter = StreamId.of("counter", "7");
        assertThat(counters.send(Command.beginning(counter, new Open(1)).withKey(key)))
                .isEqualTo(new CommandResult.KeyReused<>("basket-1", member));
        assertThat(counters.state(counter)).isEmpty();
    }

    @Test
    void aKeyThatChangedOneStreamIsNoAnswerToAChangeOfAnotherOne() {
        StreamId one = StreamId.of("counter", "1");
        StreamId other = StreamId.of("counter", "2");
        counters.send(Command.beginning(one, new Open(1)));
        counters.send(Command.beginning(other, new Open(1)));
        CommandKey key = new CommandKey("add", "f00d");
        assertThat(counters.send(Command.to(one, new Add(1)).withKey(key)))
                .isInstanceOf(CommandResult.Accepted.class);

        assertThat(counters.send(Command.to(other, new Add(1)).withKey(key)))
                .isEqualTo(new CommandResult.KeyReused<>("add", one));
        assertThat(counters.state(other).orElseThrow().state()).isEqualTo(new Counter(1));
    }

    private <S, C, E> StreamGateway<S, C, E> gateway(Decider<S, C, E> decider) {
        return new StreamGateway<>(
                decider,
                node.streams(),
                node.journal(),
                TestNode.IDS,
                InstantSource.system(),
                new DispatchSettings(256, MailboxKind.MPSC, 10_000, Duration.ofHours(1), 64),
                DispatchObserver.none(),
                CommandAdmission.OPEN,
                SOON,
                SOON);
    }
}
