package dev.cobnut.framework.event;

import java.nio.ByteBuffer;
import java.nio.LongBuffer;
import java.security.SecureRandom;
import java.util.random.RandomGenerator;

/// Random words of a [SecureRandom], fetched many at a time. Thread-safe.
///
/// A `SecureRandom` has two locks, which it holds while it makes a word. Requests that make an id
/// at the same time wait for each other there. This lock is held for reading a word that is there.
public final class RandomWords implements RandomGenerator {

    private static final int WORDS = 1_024;

    private final SecureRandom random = new SecureRandom();
    private final byte[] bytes = new byte[WORDS * Long.BYTES];
    private final LongBuffer words = ByteBuffer.wrap(bytes).asLongBuffer().limit(0);

    @Override
    public synchronized long nextLong() {
        if (!words.hasRemaining()) {
            random.nextBytes(bytes);
            words.clear();
        }
        return words.get();
    }
}
