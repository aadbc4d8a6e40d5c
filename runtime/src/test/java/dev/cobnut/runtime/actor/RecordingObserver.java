package dev.cobnut.runtime.actor;

import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/// Records lines and dead letters in their order, for tests that wait for them.
final class RecordingObserver implements ActorObserver {

    final List<String> lines = new CopyOnWriteArrayList<>();
    final List<DeadLetter> letters = new CopyOnWriteArrayList<>();

    void add(String line) {
        lines.add(line);
    }

    /// Waits for a number of lines.
    List<String> awaitLines(int count) {
        await().atMost(Duration.ofMinutes(2)).until(() -> lines.size() >= count);
        return List.copyOf(lines);
    }

    List<DeadLetter> awaitLetters(int count) {
        await().atMost(Duration.ofMinutes(2)).until(() -> letters.size() >= count);
        return List.copyOf(letters);
    }

    @Override
    public void deadLetter(DeadLetter letter) {
        letters.add(letter);
    }
}
