package dev.cobnut.benchmarks.results;

import static java.util.stream.Collectors.toMap;

import dev.cobnut.benchmarks.history.BenchmarkResult;
import dev.cobnut.lab.statistics.Interval;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/// A target of the runtime, and the answer of a run. Ratios compare costs within the run.
///
/// @param what the figure, in words
/// @param wanted the limit, in words
/// @param found the measured value, in words; blank when the run has not measured it
/// @param answer null when the run has not measured it
record RuntimeTarget(String what, String wanted, String found, @Nullable Answer answer) {

    enum Answer {
        MET("met"),
        MISSED("**missed**"),
        /// The interval has values on both sides of the limit.
        OPEN("open");

        private final String words;

        Answer(String words) {
            this.words = words;
        }

        String words() {
            return words;
        }
    }

    private static final String PROCESSED =
            "ProducersBenchmark.processed(contender=%s,producers=%s)";

    /// All targets, in the order of the document.
    static List<RuntimeTarget> of(List<BenchmarkResult> results) {
        Targets targets =
                new Targets(results.stream().collect(toMap(BenchmarkResult::key, one -> one)));
        for (String producers : List.of("1", "4", "16")) {
            String to = "throughput to one actor from " + producers + " producers ÷ ";
            targets.atLeast(
                    to + "Pekko's (the better of `pekko` and `pekko-tuned`)",
                    1.2,
                    List.of(
                            PROCESSED.formatted("pekko", producers),
                            PROCESSED.formatted("pekko-tuned", producers)),
                    ours(producers));
            targets.atLeast(
                    to + "a `LinkedBlockingQueue` loop's",
                    3,
                    List.of(PROCESSED.formatted("linked-queue", producers)),
                    ours(producers));
        }
        targets.atMost("ask round trip ÷ Pekko's", 1, "AskBenchmark.roundTrip", "pekko");
        targets.atMost(
                "ask round trip ÷ Pekko's, all processors busy",
                1,
                "AskWhenBusyBenchmark.roundTrip",
                "pekko");
        targets.atMost(
                "request–reply ÷ plain threads",
                1.06,
                "RequestReplyBenchmark.answer",
                "virtual-threads");
        targets.atMost("batch of 100 ÷ threads", 1.5, "BatchBenchmark.batch", "virtual-threads");
        targets.atMost("pipeline ÷ threads", 1.3, "PipelineBenchmark.pipeline", "virtual-threads");
        targets.bytes(
                "allocation of a tell of an existing object, array mailbox",
                0,
                PROCESSED.formatted("cobnut-array", "1"));
        targets.bytes("allocation of an ask", 120, "AskBenchmark.roundTrip(contender=cobnut)");
        targets.figure("CPU of 100 000 idle actors", 1, "IdleActorsScenario.cpu(contender=cobnut)");
        targets.figure("bytes of an idle actor", 600, "IdleActorsScenario.bytes(contender=cobnut)");
        targets.atMost(
                "creation of 10 000 actors ÷ Pekko's",
                1,
                "CreationBenchmark.create(actors=10000,contender=%s)".formatted(RunTable.OURS),
                List.of("CreationBenchmark.create(actors=10000,contender=pekko)"));
        return List.copyOf(targets.found);
    }

    /// Our value, with the better of the two mailboxes.
    private static List<String> ours(String producers) {
        return List.of(
                PROCESSED.formatted(RunTable.OURS, producers),
                PROCESSED.formatted("cobnut-array", producers));
    }

    private static final class Targets {

        private final Map<String, BenchmarkResult> byKey;
        private final List<RuntimeTarget> found = new ArrayList<>();

        Targets(Map<String, BenchmarkResult> byKey) {
            this.byKey = byKey;
        }

        private @Nullable BenchmarkResult quickest(List<String> keys) {
            return keys.stream()
                    .map(byKey::get)
                    .filter(Objects::nonNull)
                    .min(Comparator.comparingDouble(BenchmarkResult::mean))
                    .orElse(null);
        }

        /// Their cost divided by ours.
        void atLeast(String what, double wanted, List<String> theirs, List<String> ours) {
            ratio(
                    what,
                    "≥ " + TableNumbers.ratio(wanted),
                    wanted,
                    quickest(theirs),
                    quickest(ours),
                    1);
        }

        void atMost(String what, double wanted, String benchmark, String contender) {
            atMost(
                    what,
                    wanted,
                    benchmark + "(contender=" + RunTable.OURS + ")",
                    List.of(benchmark + "(contender=" + contender + ")"));
        }

        /// Our cost divided by theirs.
        void atMost(String what, double wanted, String ours, List<String> theirs) {
            ratio(
                    what,
                    "≤ " + TableNumbers.ratio(wanted),
                    wanted,
                    byKey.get(ours),
                    quickest(theirs),
                    -1);
        }

        private void ratio(
                String what,
                String wantedInWords,
                double wanted,
                @Nullable BenchmarkResult of,
                @Nullable BenchmarkResult by,
                int sign) {
            if (of == null || by == null) {
                found.add(new RuntimeTarget(what, wantedInWords, "", null));
                return;
            }
            SameRun ratio = SameRun.ratio(of, by);
            found.add(
                    new RuntimeTarget(
                            what,
                            wantedInWords,
                            TableNumbers.ratio(ratio.ratio(), ratio.interval()),
                            answer(ratio, wanted, sign)));
        }

        /// @param sign 1 when more is better
        private static Answer answer(SameRun ratio, double wanted, int sign) {
            Interval interval = ratio.interval();
            double low = interval == null ? ratio.ratio() : interval.low();
            double high = interval == null ? ratio.ratio() : interval.high();
            double worst = sign > 0 ? low : high;
            double best = sign > 0 ? high : low;
            if (sign * (worst - wanted) >= 0) {
                return Answer.MET;
            }
            return sign * (best - wanted) < 0 ? Answer.MISSED : Answer.OPEN;
        }

        void bytes(String what, double wanted, String key) {
            @Nullable BenchmarkResult measured = byKey.get(key);
            OptionalDouble bytes = measured == null ? OptionalDouble.empty() : measured.meanBytes();
            number(what, wanted, bytes, "B/op");
        }

        void figure(String what, double wanted, String key) {
            @Nullable BenchmarkResult measured = byKey.get(key);
            number(
                    what,
                    wanted,
                    measured == null ? OptionalDouble.empty() : OptionalDouble.of(measured.mean()),
                    measured == null ? "" : measured.unit());
        }

        private void number(String what, double wanted, OptionalDouble value, String unit) {
            String limit =
                    String.format(Locale.ROOT, "≤ %s %s", TableNumbers.plain(wanted), unit).strip();
            if (value.isEmpty()) {
                found.add(new RuntimeTarget(what, limit, "", null));
                return;
            }
            found.add(
                    new RuntimeTarget(
                            what,
                            limit,
                            TableNumbers.plain(value.getAsDouble()) + " " + unit,
                            value.getAsDouble() <= wanted ? Answer.MET : Answer.MISSED));
        }
    }
}
