package dev.cobnut.runtime.actor;

import dev.cobnut.runtime.entity.CloseReport;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// Stops some actors and their descendants, first gently, then at the deadline at once, and counts
/// the messages that are left.
final class Shutdown {

    /// Longest wait, after the deadline, for actors to stop that are not in a handler.
    static final Duration GRACE = Duration.ofSeconds(1);

    private final ActorSystem system;
    private final Set<ActorCell<?>> roots;
    private final Map<String, Integer> left = new ConcurrentHashMap<>();

    Shutdown(ActorSystem system, List<ActorCell<?>> roots) {
        this.system = system;
        this.roots = Set.copyOf(roots);
    }

    CloseReport<String> run(Duration deadline) {
        CompletableFuture<?>[] ends =
                roots.stream().map(ActorCell::termination).toArray(CompletableFuture<?>[]::new);
        roots.forEach(ActorCell::stop);
        CompletableFuture<Void> all = CompletableFuture.allOf(ends);
        if (!await(all, deadline)) {
            live().forEach(ActorCell::stopNow);
            boolean _ = await(all, GRACE);
        }
        Map<String, Integer> messages = new HashMap<>(left);
        List<ActorCell<?>> busy = live();
        for (ActorCell<?> cell : busy) {
            int waiting = cell.depth();
            if (waiting > 0) {
                messages.merge(cell.path(), waiting, Integer::sum);
            }
        }
        return new CloseReport<>(messages, busy.size());
    }

    void left(ActorCell<?> cell, int messages) {
        if (concerns(cell)) {
            left.merge(cell.path(), messages, Integer::sum);
        }
    }

    private List<ActorCell<?>> live() {
        return system.live().stream().filter(this::concerns).toList();
    }

    private boolean concerns(ActorCell<?> cell) {
        for (ActorCell<?> above = cell; above != null; above = above.parent) {
            if (roots.contains(above)) {
                return true;
            }
        }
        return false;
    }

    /// An interrupt ends the wait as the deadline does, and stays on the thread.
    private static boolean await(CompletableFuture<Void> all, Duration deadline) {
        try {
            all.get(TimeUnit.NANOSECONDS.convert(deadline), TimeUnit.NANOSECONDS);
            return true;
        } catch (TimeoutException _) {
            return false;
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return false;
        } catch (ExecutionException e) {
            throw new IllegalStateException("an end is never completed exceptionally", e);
        }
    }
}
