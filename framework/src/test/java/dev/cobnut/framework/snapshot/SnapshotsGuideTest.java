package dev.cobnut.framework.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cobnut.framework.command.Decider;
import dev.cobnut.framework.command.Decision;
import dev.cobnut.framework.event.EventCodec;
import dev.cobnut.framework.event.JsonEventCodec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

/// The example of `docs/snapshots.md`.
class SnapshotsGuideTest {

    private static final Path GUIDE = Path.of("../docs/snapshots.md");
    private static final Path HERE =
            Path.of("src/test/java/dev/cobnut/framework/snapshot/SnapshotsGuideTest.java");

    record Shelf(int boxes) {}

    record Put(int boxes) {}

    sealed interface Shelved {}

    record BoxesPut(int boxes) implements Shelved {}

    /// What a warehouse's shelf has.
    record ShelfDecider(JsonMapper mapper) implements Decider<Shelf, Put, Shelved> {

        @Override
        public String category() {
            return "shelf";
        }

        @Override
        public EventCodec<Shelved> codec() {
            return JsonEventCodec.of(Shelved.class, mapper);
        }

        @Override
        public Decision<Shelved> decide(@Nullable Shelf state, Put command, Instant now) {
            return new Decision.Accepted<>(List.of(new BoxesPut(command.boxes())));
        }

        @Override
        public Shelf evolve(@Nullable Shelf state, Shelved event) {
            return new Shelf((state == null ? 0 : state.boxes()) + ((BoxesPut) event).boxes());
        }

        @Override
        public Optional<Snapshots<Shelf>> snapshots() {
            return Optional.of(
                    Snapshots.json(Shelf.class, mapper).everyEvents(500).schemaVersion(1));
        }
    }

    @Test
    void theExampleOfTheGuideIsPartOfThisTest() throws IOException {
        Matcher block =
                Pattern.compile("```java\n(.*?)```", Pattern.DOTALL)
                        .matcher(Files.readString(GUIDE));
        assertThat(block.find()).isTrue();
        assertThat(squeezed(Files.readString(HERE))).contains(squeezed(block.group(1)));
    }

    @Test
    void theExampleSaysWhenASnapshotIsDueAndReadsWhatItWrote() {
        Snapshots<Shelf> snapshots =
                new ShelfDecider(JsonMapper.builder().build()).snapshots().orElseThrow();

        assertThat(snapshots.isDueAfter(499, 0)).isFalse();
        assertThat(snapshots.isDueAfter(500, 0)).isTrue();
        assertThat(snapshots.isDueAfter(1, Snapshots.BYTES_DEFAULT)).isTrue();
        assertThat(snapshots.decode(snapshots.encode(new Shelf(3)))).isEqualTo(new Shelf(3));
    }

    private static String squeezed(String text) {
        return text.replaceAll("\\s+", "");
    }
}
