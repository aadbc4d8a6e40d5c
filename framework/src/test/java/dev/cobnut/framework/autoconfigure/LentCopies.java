package dev.cobnut.framework.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cobnut.framework.command.Command;
import dev.cobnut.framework.command.CommandGateway;
import dev.cobnut.framework.command.CommandResult;
import dev.cobnut.framework.command.Decider;
import dev.cobnut.framework.command.Decision;
import dev.cobnut.framework.event.EventCodec;
import dev.cobnut.framework.event.JsonEventCodec;
import dev.cobnut.framework.event.StreamId;
import java.time.Instant;
import java.time.LocalDate;
import org.jspecify.annotations.Nullable;
import org.springframework.context.ApplicationContext;
import tools.jackson.databind.json.JsonMapper;

/// A library's copies, for services with tables. Records what it is told.
final class LentCopies implements Decider<Integer, LentCopies.CopyEvent, LentCopies.CopyEvent> {

    private static final StreamId COPY = StreamId.of("copy", "1");

    sealed interface CopyEvent {}

    record CopyLent(String loan, String branch, LocalDate due) implements CopyEvent {}

    record CopyReturned(String loan) implements CopyEvent {}

    private final EventCodec<CopyEvent> codec =
            JsonEventCodec.of(CopyEvent.class, JsonMapper.shared());

    @Override
    public String category() {
        return "copy";
    }

    @Override
    public EventCodec<CopyEvent> codec() {
        return codec;
    }

    @Override
    public Decision<CopyEvent> decide(@Nullable Integer state, CopyEvent command, Instant now) {
        return Decision.accepted(command);
    }

    @Override
    public Integer evolve(@Nullable Integer state, CopyEvent event) {
        return state == null ? 1 : state + 1;
    }

    /// The event of the one copy that there is.
    @SuppressWarnings("unchecked")
    static void send(ApplicationContext context, CopyEvent event) {
        CommandGateway<Integer, CopyEvent> gateway = context.getBean(CommandGateway.class);
        assertThat(gateway.send(Command.to(COPY, event)))
                .isInstanceOf(CommandResult.Accepted.class);
    }
}
