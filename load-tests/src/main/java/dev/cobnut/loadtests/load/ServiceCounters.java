package dev.cobnut.loadtests.load;

import dev.cobnut.loadtests.measurement.Window;
import java.io.IOException;
import java.net.URI;
import java.time.Instant;

/// One scrape of `/actuator/prometheus`.
@SuppressWarnings("DoNotCallSuggester")
public record ServiceCounters(Instant at, String page) {

    public static ServiceCounters read(URI target) throws IOException, InterruptedException {
        throw new UnsupportedOperationException(target.toString());
    }

    /// What happened between two scrapes.
    public Window.Service since(ServiceCounters before) {
        throw new UnsupportedOperationException(before.toString());
    }
}
