package dev.cobnut.lab.capture;

import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The collections of another JVM since its start, from its performance counters; empty when the
/// JVM does not publish them.
record GcCounters(OptionalLong count, OptionalLong millis) {

    private static final GcCounters UNKNOWN =
            new GcCounters(OptionalLong.empty(), OptionalLong.empty());
    private static final long SECONDS_MAX = 10;
    private static final int BYTES_MAX = 1 << 20;
    private static final Pattern COUNT =
            Pattern.compile("sun\\.gc\\.collector\\.\\d+\\.invocations=(\\d+)");
    private static final Pattern TICKS =
            Pattern.compile("sun\\.gc\\.collector\\.\\d+\\.time=(\\d+)");
    private static final Pattern FREQUENCY = Pattern.compile("sun\\.os\\.hrt\\.frequency=(\\d+)");

    static GcCounters of(long pid) {
        Path jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd");
        try {
            Process process =
                    new ProcessBuilder(jcmd.toString(), Long.toString(pid), "PerfCounter.print")
                            .redirectErrorStream(true)
                            .redirectInput(Redirect.from(new File("/dev/null")))
                            .start();
            String text =
                    new String(
                            process.getInputStream().readNBytes(BYTES_MAX), StandardCharsets.UTF_8);
            if (!process.waitFor(SECONDS_MAX, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                return UNKNOWN;
            }
            return of(text);
        } catch (IOException _) {
            return UNKNOWN;
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return UNKNOWN;
        }
    }

    static GcCounters of(String counters) {
        Matcher frequency = FREQUENCY.matcher(counters);
        if (!COUNT.matcher(counters).find() || !frequency.find()) {
            return UNKNOWN;
        }
        double ticksPerMilli = Long.parseLong(frequency.group(1)) / 1e3;
        return new GcCounters(
                OptionalLong.of(sum(COUNT, counters)),
                OptionalLong.of(Math.round(sum(TICKS, counters) / ticksPerMilli)));
    }

    private static long sum(Pattern pattern, String counters) {
        return pattern.matcher(counters)
                .results()
                .mapToLong(found -> Long.parseLong(found.group(1)))
                .sum();
    }
}
