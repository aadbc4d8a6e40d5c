package dev.cobnut.web.request;

import jakarta.servlet.http.HttpServletRequest;
import java.util.Enumeration;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/// The header `X-Correlation-Id`. Every answer has one: that of the request, or one that is made.
public final class Correlation {

    public static final String HEADER = "X-Correlation-Id";

    private static final int RANDOM_LENGTH = 32;
    private static final int LONG_LENGTH = 16;
    private static final char[] HEX = "0123456789abcdef".toCharArray();

    private Correlation() {}

    /// The id of the request; null when it has none, several, or one that cannot be understood.
    public static @Nullable String of(HttpServletRequest request) {
        String value = request.getHeader(HEADER);
        if (value == null || !RequestHeaders.isId(value)) {
            return null;
        }
        Enumeration<String> all = request.getHeaders(HEADER);
        all.nextElement();
        return all.hasMoreElements() ? null : value;
    }

    /// A fresh id, in the form of a trace id. It is no secret, so a quick source without a lock is
    /// enough.
    public static String fresh() {
        char[] text = new char[RANDOM_LENGTH];
        ThreadLocalRandom random = ThreadLocalRandom.current();
        put(random.nextLong(), text, 0);
        put(random.nextLong(), text, LONG_LENGTH);
        return new String(text);
    }

    private static void put(long bits, char[] text, int at) {
        for (int i = 0; i < LONG_LENGTH; i++) {
            text[at + i] = HEX[(int) (bits >>> (i * 4)) & 0xf];
        }
    }
}
