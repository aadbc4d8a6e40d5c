package dev.cobnut.runtime.actor;

import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/// What happened, in its order, for a test that waits for it.
final class Log implements ActorObserver {

    final List<String> lines = new CopyOnWriteArrayList<>();
    final List<DeadLetter> letters = new CopyOnWriteArrayList<>();

    void add(String line) {
        lines.add(line);
    }

    /// Waits until so much has happened.
    List<String> awaitLines(int count) {
        await().atMost(Duration.ofSeconds(10)).until(() -> lines.size() >= count);
        return List.copyOf(lines);
    }

    List<DeadLetter> awaitLetters(int count) {
        await().atMost(Duration.ofSeconds(10)).until(() -> letters.size() >= count);
        return List.copyOf(letters);
    }

    @Override
    public void deadLetter(DeadLetter letter) {
        letters.add(letter);
    }
}
