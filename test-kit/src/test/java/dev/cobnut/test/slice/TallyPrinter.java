package dev.cobnut.test.slice;

import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.handler.EventHandler;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.stereotype.Component;

/// A handler that counts what it handles, and fails while it is told to.
@Component
final class TallyPrinter implements EventHandler {

    final AtomicInteger handled = new AtomicInteger();
    final AtomicBoolean fails = new AtomicBoolean();

    @Override
    public String name() {
        return "printer";
    }

    @Override
    public Set<String> categories() {
        return Set.of("tally");
    }

    @Override
    public void handle(RecordedEvent event) {
        if (fails.get()) {
            throw new IllegalStateException("no paper");
        }
        handled.incrementAndGet();
    }
}
