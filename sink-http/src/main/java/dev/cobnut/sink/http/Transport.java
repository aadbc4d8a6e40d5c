package dev.cobnut.sink.http;

import dev.cobnut.framework.event.Payload;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Sends one POST. No redirect is followed. Thread-safe.
interface Transport {

    /// @throws java.net.ConnectException or another failure of connecting: nothing was sent
    /// @throws java.net.http.HttpTimeoutException when the answer has not ended in time
    /// @throws IOException when the connection broke
    Answer send(Request request) throws IOException, InterruptedException;

    /// What to tell a person about a failure of connecting.
    default Throwable reason(IOException failure) {
        return failure;
    }

    /// @param answerDeadline longest time from now to the end of the answer
    record Request(URI url, Map<String, String> headers, Payload body, Duration answerDeadline) {}

    /// @param retryAfter the header, as it is
    /// @param body its beginning; empty when answers of this transport are not shown
    record Answer(int status, @Nullable String retryAfter, Payload body) {}
}
