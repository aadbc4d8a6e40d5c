package dev.cobnut.framework.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.journal.AppendRequest.Part;
import dev.cobnut.framework.journal.ExpectedVersion.NoStream;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class AppendRequestTest {

    private final StreamId stream = Appends.newStream();
    private final CommandKey key = new CommandKey("k", "f00d");

    @Test
    void itsEventsAreThoseOfItsCommandsInOrder() {
        Part first = Part.of(Appends.events(2), key);
        Part second = Part.of(Appends.events(1), null);
        AppendRequest request = AppendRequest.ofAll(stream, new NoStream(), List.of(first, second));
        assertThat(request.parts()).containsExactly(first, second);
        assertThat(request.events())
                .containsExactly(
                        first.events().get(0), first.events().get(1), second.events().get(0));
    }

    @Test
    void whatRecordsNothingIsNoAppend() {
        assertThatThrownBy(() -> Part.of(List.of(), key))
                .hasMessage("an append needs at least one event, or a refusal and its key");
        assertThatThrownBy(() -> AppendRequest.ofAll(stream, new NoStream(), List.of()))
                .hasMessage("an append has 1 to 256 commands, not 0");
    }

    @Test
    void commandsAreBoundedAndEachKeyComesOnce() {
        Part part = Part.of(Appends.events(1), null);
        assertThatThrownBy(() ->
                        AppendRequest.ofAll(stream, new NoStream(), Collections.nCopies(257, part)))
                .hasMessage("an append has 1 to 256 commands, not 257");
        Part keyed = Part.of(Appends.events(1), key);
        assertThatThrownBy(() ->
                        AppendRequest.ofAll(stream, new NoStream(), List.of(keyed, part, keyed)))
                .hasMessage("two commands of one append have the key k");
    }
}
