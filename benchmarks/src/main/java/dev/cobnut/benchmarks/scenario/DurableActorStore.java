package dev.cobnut.benchmarks.scenario;

import dev.cobnut.framework.durable.DurableActors;
import dev.cobnut.framework.durable.DurableSpec;
import dev.cobnut.framework.event.EventCodec;
import dev.cobnut.framework.event.Payload;
import dev.cobnut.framework.event.TimeOrderedIds;
import dev.cobnut.framework.journal.SqliteJournal;
import dev.cobnut.framework.journal.SqliteSettings;
import dev.cobnut.runtime.actor.ActorSystem;
import dev.cobnut.runtime.durable.DurableRef;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.random.RandomGenerator;

/// A durable actor on a journal of its own. It also handles the stored messages, at the same time.
final class DurableActorStore implements DurableStore {

    private static final Duration CLOSE_MAX = Duration.ofSeconds(10);

    private final ActorSystem system = ActorSystem.create("bench");
    private final DurableActors actors;
    private final DurableRef<byte[]> actor;

    DurableActorStore(Path folder) {
        actors =
                DurableActors.start(
                        SqliteJournal.open(SqliteSettings.in(folder), InstantSource.system()),
                        system,
                        new TimeOrderedIds(InstantSource.system(), RandomGenerator.getDefault()),
                        InstantSource.system(),
                        CLOSE_MAX);
        actor =
                actors.open(
                        DurableSpec.of("bench", new Bytes(), () -> (_, _) -> {}, (_, _, _) -> {}));
    }

    /// Messages are stored without conversion.
    private static final class Bytes implements EventCodec<byte[]> {

        @Override
        public String type(byte[] message) {
            return "Kept";
        }

        @Override
        public Set<String> types() {
            return Set.of("Kept");
        }

        @Override
        public int schemaVersion(byte[] message) {
            return 1;
        }

        @Override
        public Payload encode(byte[] message) {
            return Payload.of(message);
        }

        @Override
        public byte[] decode(String type, int schemaVersion, Payload payload) {
            return payload.bytes();
        }
    }

    @Override
    public CompletableFuture<?> keep(byte[] message) {
        return actor.tell(message)
                .thenApply(stored -> {
                    if (stored instanceof DurableRef.StoreResult.Stored) {
                        return stored;
                    }
                    throw new IllegalStateException("a message was not kept: " + stored);
                });
    }

    @Override
    public void close() {
        actors.close();
        system.close();
    }
}
