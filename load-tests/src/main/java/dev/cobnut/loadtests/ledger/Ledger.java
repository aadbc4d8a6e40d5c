package dev.cobnut.loadtests.ledger;

import dev.cobnut.loadtests.orders.Answer;
import dev.cobnut.loadtests.orders.CommandRequest;
import dev.cobnut.loadtests.orders.OrdersClient;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The file of attempts and answers. Thread-safe.
///
/// ```text
/// {"n":17,"attempt":{"kind":"PAY","key":"…","orderId":"…","ifMatch":2,"body":"…"}}
/// {"n":17,"answer":{"status":200,"body":"…"}}
/// {"n":18,"noAnswer":"Connection reset"}
/// ```
///
/// Lines of many threads share one fsync. A thread that finds no sync under way writes and syncs
/// all waiting lines; the other threads wait for it. An attempt is in the file no later than its
/// answer.
public final class Ledger implements AutoCloseable {

    private static final JsonMapper JSON = JsonMapper.shared();

    private final Path file;
    private final FileChannel channel;
    private final AtomicLong attempts = new AtomicLong();
    private StringBuilder gathered = new StringBuilder();
    private long gatheredCount;
    private long syncedCount;
    private boolean syncing;

    public Ledger(Path file) throws IOException {
        this.file = file;
        this.channel =
                FileChannel.open(
                        file,
                        StandardOpenOption.CREATE,
                        StandardOpenOption.WRITE,
                        StandardOpenOption.APPEND);
    }

    /// Sends a command and records the attempt and its answer.
    public Exchange send(OrdersClient client, CommandRequest command)
            throws IOException, InterruptedException {
        long n = attempt(command);
        Answer answer;
        try {
            answer = client.send(command);
        } catch (IOException e) {
            unanswered(n, String.valueOf(e));
            return new Exchange(command, null);
        }
        answered(n, answer);
        return new Exchange(command, answer);
    }

    /// Records an attempt before the command is sent.
    ///
    /// @return number of the attempt
    public long attempt(CommandRequest command) {
        long n = attempts.incrementAndGet();
        gather(Map.of("n", n, "attempt", command));
        return n;
    }

    /// Records an answer and returns when it is on disk. Only then the answer counts.
    public void answered(long n, Answer answer) throws IOException, InterruptedException {
        sync(gather(Map.of("n", n, "answer", answer)));
    }

    public void unanswered(long n, String reason) throws IOException, InterruptedException {
        sync(gather(Map.of("n", n, "noAnswer", reason)));
    }

    /// Reads the file and groups it by key.
    public CommandHistory history() throws IOException {
        return new CommandHistory(exchanges());
    }

    /// Reads the file in the order of the attempts.
    public List<Exchange> exchanges() throws IOException {
        Map<Long, Exchange> exchanges = new LinkedHashMap<>();
        try (Stream<String> lines = Files.lines(file)) {
            lines.map(JSON::readTree).forEach(line -> read(line, exchanges));
        }
        return List.copyOf(exchanges.values());
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }

    private static void read(JsonNode line, Map<Long, Exchange> into) {
        long n = line.get("n").asLong();
        @Nullable JsonNode attempt = line.get("attempt");
        @Nullable JsonNode answer = line.get("answer");
        if (attempt != null) {
            CommandRequest command = JSON.treeToValue(attempt, CommandRequest.class);
            into.put(n, new Exchange(command, null));
        } else if (answer != null) {
            Answer value = JSON.treeToValue(answer, Answer.class);
            into.computeIfPresent(n, (_, exchange) -> new Exchange(exchange.command(), value));
        }
    }

    private synchronized long gather(Map<String, Object> line) {
        gathered.append(JSON.writeValueAsString(line)).append('\n');
        return ++gatheredCount;
    }

    private void sync(long upTo) throws IOException, InterruptedException {
        String batch;
        long batchEnd;
        synchronized (this) {
            while (syncing && syncedCount < upTo) {
                wait();
            }
            if (syncedCount >= upTo) {
                return;
            }
            syncing = true;
            batch = gathered.toString();
            batchEnd = gatheredCount;
            gathered = new StringBuilder();
        }
        boolean written = false;
        try {
            ByteBuffer bytes = ByteBuffer.wrap(batch.getBytes(StandardCharsets.UTF_8));
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
            channel.force(false);
            written = true;
        } finally {
            synchronized (this) {
                syncing = false;
                if (written) {
                    syncedCount = batchEnd;
                }
                notifyAll();
            }
        }
    }
}
