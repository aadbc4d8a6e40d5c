package dev.cobnut.sink.http;

import java.io.ByteArrayOutputStream;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/// The beginning of an answer's body. What follows is not read: the connection is closed then.
final class FirstBytes implements BodySubscriber<byte[]> {

    private final int max;
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final CompletableFuture<byte[]> body = new CompletableFuture<>();
    private Flow.@Nullable Subscription subscription;

    /// @param max most bytes to read
    FirstBytes(int max) {
        this.max = max;
    }

    @Override
    public CompletionStage<byte[]> getBody() {
        return body;
    }

    @Override
    public void onSubscribe(Flow.Subscription given) {
        if (subscription != null) {
            given.cancel();
            return;
        }
        subscription = given;
        given.request(1);
    }

    @Override
    public void onNext(List<ByteBuffer> buffers) {
        Flow.Subscription current = subscription;
        if (current == null || body.isDone()) {
            return;
        }
        for (ByteBuffer buffer : buffers) {
            byte[] part = new byte[Math.min(buffer.remaining(), max - bytes.size())];
            boolean isAll = part.length == buffer.remaining();
            buffer.get(part);
            bytes.writeBytes(part);
            if (!isAll) {
                current.cancel();
                body.complete(bytes.toByteArray());
                return;
            }
        }
        current.request(1);
    }

    @Override
    public void onError(Throwable failure) {
        body.completeExceptionally(failure);
    }

    @Override
    public void onComplete() {
        body.complete(bytes.toByteArray());
    }
}
