package dev.cobnut.framework.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.journal.InMemoryJournal;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// The stages of the delivery, which Jet lets rest while they have nothing to do.
class RestingStagesTest {

    private static final Duration SOON = Duration.ofMinutes(2);
    private static final int STAGES = 3;

    /// Otherwise the first event after a pause would wait for three rests. Here a rest is longer
    /// than the test.
    @Test
    void anEventWakesThemAndSoDoesTheEndOfTheJob() {
        AppliedVersions versions = new AppliedVersions("versions");
        StreamId stream = StreamId.of("counter", "0001");
        try (TestNode node =
                TestNode.startResting(
                        Duration.ofMinutes(30),
                        InMemoryJournal.create(InstantSource.system()),
                        versions)) {
            awaitFirstPoll(node);
            for (int version = 0; version < 3; version++) {
                awaitRest(node);
                node.append(stream, version, "Counted", "1");
                await().atMost(SOON).until(() -> node.journal().countUnpublished() == 0);
                await().atMost(SOON).until(() -> node.feed().inMap() == 0);
            }
            awaitRest(node);
            node.delivery().close();
            assertThat(stages(node, "IdleStrategy")).as("the job has ended").isEmpty();
        }
    }

    /// Jet lets a stage rest before it calls it for the first time, so the test ends these rests.
    private static void awaitFirstPoll(TestNode node) {
        await().atMost(SOON)
                .until(() -> {
                    stages(node, "IdleStrategy").forEach(LockSupport::unpark);
                    return !stages(node, "OutboxPublisher").isEmpty();
                });
    }

    private static void awaitRest(TestNode node) {
        await().atMost(SOON)
                .during(Duration.ofMillis(50))
                .until(() -> stages(node, "IdleStrategy").size() == STAGES);
    }

    /// @return the threads of the job's stages that are in a method of this class
    private static List<Thread> stages(TestNode node, String inClass) {
        String name = "hz." + node.hazelcast().getName() + ".jet.blocking.thread";
        return Thread.getAllStackTraces().entrySet().stream()
                .filter(thread -> thread.getKey().getName().startsWith(name))
                .filter(thread ->
                        Stream.of(thread.getValue())
                                .anyMatch(at -> at.getClassName().contains(inClass)))
                .map(Map.Entry::getKey)
                .toList();
    }
}
