package dev.cobnut.framework.handler;

import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.event.StreamId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/// A handler that notes what it handled, and fails where a test wants it to.
class RecordingHandler implements EventHandler {

    /// Called before an event counts as handled; may throw.
    @FunctionalInterface
    interface Fault {
        void before(RecordedEvent event) throws Exception;
    }

    private final String name;
    private final Start start;
    private final Map<StreamId, List<Long>> handled = new ConcurrentHashMap<>();
    private final Map<StreamId, Integer> inProgress = new ConcurrentHashMap<>();
    private final List<String> overlaps = new CopyOnWriteArrayList<>();
    private final AtomicInteger calls = new AtomicInteger();
    private volatile Fault fault = _ -> {};

    RecordingHandler(String name) {
        this(name, Start.BEGINNING);
    }

    RecordingHandler(String name, Start start) {
        this.name = name;
        this.start = start;
    }

    void failBy(Fault fault) {
        this.fault = fault;
    }

    void heal() {
        fault = _ -> {};
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Start start() {
        return start;
    }

    @Override
    public Set<String> categories() {
        return Set.of("card");
    }

    @Override
    public void handle(RecordedEvent event) throws Exception {
        calls.incrementAndGet();
        if (inProgress.merge(event.stream(), 1, Integer::sum) > 1) {
            overlaps.add(event.stream().value());
        }
        try {
            fault.before(event);
            handled.computeIfAbsent(event.stream(), _ -> new CopyOnWriteArrayList<>())
                    .add(event.version());
        } finally {
            inProgress.merge(event.stream(), -1, Integer::sum);
        }
    }

    /// Versions of the stream in the order in which they were handled.
    List<Long> handled(StreamId stream) {
        return new ArrayList<>(handled.getOrDefault(stream, List.of()));
    }

    int handledCount() {
        return handled.values().stream().mapToInt(List::size).sum();
    }

    int calls() {
        return calls.get();
    }

    /// Streams of which two events were handled at the same time.
    List<String> overlaps() {
        return overlaps;
    }
}
