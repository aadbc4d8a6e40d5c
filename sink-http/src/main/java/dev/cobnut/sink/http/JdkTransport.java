package dev.cobnut.sink.http;

import dev.cobnut.framework.event.Payload;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// Sends with the client of the JDK, to any address.
final class JdkTransport implements Transport {

    /// Most bytes of an answer that are read. Only the first of them are shown.
    private static final int ANSWER_BYTES_MAX = 8 * 1_024;

    private final HttpClient client;

    JdkTransport(Duration connectDeadline) {
        client = SharedClient.of(connectDeadline);
    }

    /// The JDK says in the cause when a host has no address.
    @Override
    public Throwable reason(IOException failure) {
        return failure.getCause() == null ? failure : failure.getCause();
    }

    @Override
    public Answer send(Request given) throws IOException, InterruptedException {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(given.url())
                        .POST(HttpRequest.BodyPublishers.ofByteArray(given.body().bytes()));
        given.headers().forEach(request::header);
        if (given.url().getScheme().equalsIgnoreCase("http")) {
            request.version(HttpClient.Version.HTTP_1_1); // no upgrade is offered in plain text
        }
        CompletableFuture<HttpResponse<byte[]>> answer =
                client.sendAsync(request.build(), _ -> new FirstBytes(ANSWER_BYTES_MAX));
        try {
            HttpResponse<byte[]> came =
                    answer.get(given.answerDeadline().toNanos(), TimeUnit.NANOSECONDS);
            return new Answer(
                    came.statusCode(),
                    came.headers().firstValue("Retry-After").orElse(null),
                    Payload.of(came.body()));
        } catch (TimeoutException e) {
            HttpTimeoutException late = new HttpTimeoutException("no answer in time");
            late.initCause(e);
            throw late;
        } catch (ExecutionException e) {
            if (e.getCause() instanceof IOException failure) {
                throw failure;
            }
            throw new IOException(e.getCause() == null ? e : e.getCause());
        } finally {
            answer.cancel(true); // nothing when there is an answer
        }
    }
}
