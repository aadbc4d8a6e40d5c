package dev.cobnut.lab.measurement;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/// Histograms of microseconds as text: HdrHistogram's compressed encoding in Base64.
///
/// Percentiles of several runs come from the sum of their histograms. The mean of percentiles is no
/// percentile.
public final class Histograms {

    /// A longer latency counts as this long.
    public static final long MICROS_MAX = 600_000_000;

    private static final int DIGITS = 3;
    private static final double MICROS_PER_MS = 1e3;

    private Histograms() {}

    public static Histogram empty() {
        return new Histogram(MICROS_MAX, DIGITS);
    }

    /// The percentiles, with the histogram.
    public static Window.Latency latency(Histogram micros) {
        return latency(micros, encode(micros));
    }

    /// The percentiles of all these latencies together, without their histogram; null when one of
    /// them was measured in whole milliseconds or not at all.
    public static Window.@Nullable Latency merged(List<Window.@Nullable Latency> latencies) {
        Histogram all = empty();
        for (Window.@Nullable Latency latency : latencies) {
            String micros = latency == null ? null : latency.micros();
            if (micros == null) {
                return null;
            }
            all.add(decode(micros));
        }
        return latency(all, null);
    }

    private static Window.Latency latency(Histogram micros, @Nullable String encoded) {
        return new Window.Latency(
                micros.getValueAtPercentile(50) / MICROS_PER_MS,
                micros.getValueAtPercentile(90) / MICROS_PER_MS,
                micros.getValueAtPercentile(99) / MICROS_PER_MS,
                micros.getValueAtPercentile(99.9) / MICROS_PER_MS,
                micros.getMaxValue() / MICROS_PER_MS,
                encoded);
    }

    private static String encode(Histogram histogram) {
        ByteBuffer bytes = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
        int length = histogram.encodeIntoCompressedByteBuffer(bytes);
        return Base64.getEncoder().encodeToString(Arrays.copyOf(bytes.array(), length));
    }

    private static Histogram decode(String text) {
        try {
            return Histogram.decodeFromCompressedByteBuffer(
                    ByteBuffer.wrap(Base64.getDecoder().decode(text)), 0);
        } catch (DataFormatException e) {
            throw new IllegalArgumentException("A histogram of latencies is damaged.", e);
        }
    }
}
